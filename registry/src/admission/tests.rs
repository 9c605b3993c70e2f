//! Callers and credentials, good and hostile, before capabilities of every kind.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use ed25519_dalek::SigningKey;
use serde_json::{Value, json};

use super::*;
use crate::{
    Call, Declaration, Effects, Executor, FailureCode, Kind, Location, ModuleDeclaration, NoInput,
    Product, Registry, Surface, handler,
};

const NOW: u64 = 1_800_000_000;
const SECRET: [u8; 32] = [7; 32];
const TOKEN: &str = "mF_9.B5f-4.1JqM";
/// `printf %s mF_9.B5f-4.1JqM | sha256sum`
const DIGEST: &str = "b8e148545b13c78bc74da2f1a7275dd71e56ddece129d7d2f7b3ecc06f7994da";

fn tokens(scopes: Value, expires: Option<&str>) -> Tokens {
    let mut token = json!({"subject": "ci", "sha256": DIGEST, "scopes": scopes});
    if let Some(expires) = expires {
        token["expires"] = json!(expires);
    }
    Tokens::read(&json!({ "tokens": [token] }).to_string()).unwrap()
}

fn key(secret: [u8; 32]) -> String {
    BASE64_STANDARD.encode(SigningKey::from_bytes(&secret).verifying_key())
}

fn trust(expires: Option<&str>) -> Trust {
    let mut key = json!({"id": "ci", "ed25519": key(SECRET), "scopes": ["write"]});
    if let Some(expires) = expires {
        key["expires"] = json!(expires);
    }
    Trust::read_at(&json!({ "keys": [key] }).to_string(), NOW).unwrap()
}

fn claims() -> Claims {
    Claims {
        key: "ci".to_owned(),
        issued: NOW,
        expires: NOW + 60,
        nonce: "0123456789abcdef".to_owned(),
    }
}

fn signed(claims: &Claims) -> String {
    sign(&SECRET, claims, "notes", "notes.sign", &json!({"a": 1}))
}

/// Verifies at `now` a signature for `notes.sign` of the product `notes` with the input `{"a": 1}`.
fn verified(trust: &Trust, signature: &[u8], now: u64) -> Result<Identity, Failure> {
    trust.verify_at("notes", "notes.sign", &json!({"a": 1}), signature, now)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Failure>, part: &str) {
    let failure = result.unwrap_err();
    assert_eq!(failure.code, FailureCode::Forbidden, "{failure:?}");
    assert!(failure.message.contains(part), "{failure:?}");
    assert!(failure.next.is_some(), "{failure:?}");
    assert!(!format!("{failure:?}").contains(TOKEN), "{failure:?}");
}

fn nothing(_: NoInput) -> Result<Value, Failure> {
    Ok(json!(null))
}

fn registry() -> Registry {
    let none = Effects::new();
    let capabilities = [
        ("notes.read", Kind::Query, none),
        ("notes.mine", Kind::Query, none.authenticated()),
        ("notes.add", Kind::Command, none),
        ("notes.sign", Kind::Command, none.signed_input()),
        ("notes.commit", Kind::Command, none.writes_repository()),
    ];
    let capabilities = capabilities.into_iter().map(|(id, kind, effects)| {
        let mut declaration = Declaration::new(id, kind);
        declaration.title = "A title".into();
        declaration.description = "A description.".into();
        declaration.effects = effects;
        declaration.handler = Some(handler(nothing));
        declaration
    });
    let module = ModuleDeclaration {
        id: "notes".into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities: capabilities.collect(),
        location: Location::caller(),
    };
    Registry::composed(Product::new("notes", "1.0.0"), [module]).unwrap()
}

/// Which capabilities the executor runs for a caller; the others are `forbidden`.
#[track_caller]
fn check(caller: &Caller, right: &[&str]) {
    let executor = Executor::new(registry());
    let mut run = Vec::new();
    for entry in executor.registry().iter() {
        let id = entry.id().as_str();
        let call = Call::new(id, json!({})).from(Surface::Http);
        match executor.call_blocking(call.by(caller.clone())) {
            Ok(_) => run.push(id.trim_start_matches("notes.")),
            Err(failure) => assert_eq!(failure.code, FailureCode::Forbidden, "{failure:?}"),
        }
    }
    assert_eq!(run, right, "{caller}");
}

#[test]
fn the_executor_admits_by_where_a_caller_is() {
    let all = ["add", "commit", "mine", "read", "sign"];
    check(&Caller::in_process(), &all);
    check(&Caller::from(Origin::Stdio), &all);
    check(
        &Caller::from(Origin::Loopback),
        &["add", "commit", "read", "sign"],
    );
    check(&Caller::from(Origin::Remote), &["read"]);
}

#[test]
fn a_credential_admits_as_far_as_its_scopes_go() {
    for (scopes, right) in [
        (json!(["read"]), &["mine", "read"][..]),
        (json!(["write"]), &["add", "commit", "mine", "read", "sign"]),
        (
            json!(["write:notes"]),
            &["add", "commit", "mine", "read", "sign"],
        ),
        (json!(["write:notes.add"]), &["add", "read"]),
        (
            json!(["read:notes.mine", "write:notes.sign"]),
            &["mine", "read", "sign"],
        ),
        (json!(["write:other", "write:note"]), &["read"]),
    ] {
        let identity = tokens(scopes, None)
            .verify_at(TOKEN.as_bytes(), NOW)
            .unwrap();
        for origin in [Origin::Remote, Origin::Loopback] {
            check(&Caller::from(origin).known_as(identity.clone()), right);
        }
    }
    let signer = verified(&trust(None), signed(&claims()).as_bytes(), NOW).unwrap();
    check(
        &Caller::from(Origin::Remote).known_as(signer),
        &["mine", "read", "sign"],
    );
}

#[test]
fn what_demands_a_known_caller_says_so() {
    let registry = registry();
    let descriptor = |id| registry.get(id).unwrap().descriptor();
    assert_eq!(
        serde_json::to_value(descriptor("notes.mine").availability).unwrap(),
        "authenticated"
    );
    assert_eq!(
        serde_json::to_value(descriptor("notes.read").availability).unwrap(),
        "runtime"
    );
}

#[test]
fn tokens_that_are_not_the_token_are_refused() {
    let known = tokens(json!(["read"]), Some("2027-01-15T08:00:01Z"));
    let verify = |token: &[u8], now| known.verify_at(token, now);
    assert_eq!(verify(TOKEN.as_bytes(), NOW).unwrap().subject(), "ci");
    refused(verify(TOKEN.as_bytes(), NOW + 1), "expired");
    let huge = "a".repeat(1 << 20);
    for token in [
        &b""[..],
        b"=",
        b"a b",
        b"a=b",
        "\u{e9}".as_bytes(),
        b"\xff\xfe",
        b"a\0",
        huge.as_bytes(),
    ] {
        refused(verify(token, NOW), "can't be one");
    }
    for token in [
        "mF_9.B5f-4.1JqN",
        "mF_9.B5f-4.1Jq",
        "mF_9.B5f-4.1JqM=",
        DIGEST,
    ] {
        refused(verify(token.as_bytes(), NOW), "not known");
    }
}

#[test]
fn signatures_that_do_not_hold_are_refused() {
    let with = |change: fn(&mut Claims)| {
        let mut claims = claims();
        change(&mut claims);
        signed(&claims)
    };
    let good = signed(&claims());
    for (signature, now, part) in [
        (good.clone(), NOW + 60, "expired"),
        (good.clone(), NOW - 6, "not good yet"),
        (with(|claims| claims.expires = NOW + 301), NOW, "within 300"),
        (
            with(|claims| claims.issued = NOW - 1),
            NOW,
            "before this server started",
        ),
        (with(|claims| claims.key = "cd".into()), NOW, "not trusted"),
        (
            with(|claims| claims.nonce = "short".into()),
            NOW,
            "can't be one",
        ),
        // What the signature is over was changed after it was made.
        (
            good.replace("0123456789abcdef", "0123456789abcdeX"),
            NOW,
            "not trusted",
        ),
        (good.replacen("60;", "61;", 1), NOW, "not trusted"),
        (
            sign(&[8; 32], &claims(), "notes", "notes.sign", &json!({"a": 1})),
            NOW,
            "not trusted",
        ),
        (
            sign(&SECRET, &claims(), "notes", "notes.sign", &json!({"a": 2})),
            NOW,
            "not trusted",
        ),
        (
            sign(&SECRET, &claims(), "notes", "notes.add", &json!({"a": 1})),
            NOW,
            "not trusted",
        ),
        (
            sign(&SECRET, &claims(), "other", "notes.sign", &json!({"a": 1})),
            NOW,
            "not trusted",
        ),
        (String::new(), NOW, "can't be one"),
        (good.replacen("v1", "v2", 1), NOW, "can't be one"),
        (format!("{good};"), NOW, "can't be one"),
        (format!("{good}="), NOW, "can't be one"),
        (good.replacen(";1", ";+1", 1), NOW, "can't be one"),
        (good.replacen(";ci", ";\u{441}i", 1), NOW, "can't be one"),
        (
            good.replacen(";ci", &format!(";{}", "c".repeat(1 << 20)), 1),
            NOW,
            "can't be one",
        ),
    ] {
        refused(verified(&trust(None), signature.as_bytes(), now), part);
    }
    refused(verified(&trust(None), b"v1;\xff", NOW), "can't be one");
    let ended = trust(Some("2027-01-15T08:00:00Z"));
    refused(
        verified(&ended, good.as_bytes(), NOW),
        "key `ci` has expired",
    );
}

#[test]
fn a_signature_is_taken_once() {
    let trust = trust(None);
    let good = signed(&claims());
    assert_eq!(
        verified(&trust, good.as_bytes(), NOW).unwrap().subject(),
        "ci"
    );
    refused(verified(&trust, good.as_bytes(), NOW + 59), "used already");
    refused(verified(&trust, good.as_bytes(), NOW + 60), "expired");
    let mut another = claims();
    another.nonce.push('g');
    assert!(verified(&trust, signed(&another).as_bytes(), NOW).is_ok());
}

#[test]
fn the_order_of_keys_does_not_matter_and_the_text_is_as_documented() {
    let input: Value =
        serde_json::from_str(r#"{"b":"\u00e9\n","a":18446744073709551615}"#).unwrap();
    let message = claims().message("notes", "notes.add", &input);
    assert_eq!(
        String::from_utf8(message).unwrap(),
        "onefold-signature-v1\n{\"capability\":\"notes.add\",\"expires\":1800000060,\
         \"input\":{\"a\":18446744073709551615,\"b\":\"\u{e9}\\n\"},\"issued\":1800000000,\"key\":\"ci\",\
         \"nonce\":\"0123456789abcdef\",\"product\":\"notes\"}"
    );
}

/// A caller who has a token keeps its standing when it signs, and a bad signature is never overlooked.
#[test]
fn a_signature_beside_a_token() {
    let admission = std::sync::Arc::new(Admission {
        tokens: None,
        trust: Some(
            Trust::read(
                &json!({"keys": [{"id": "ci", "ed25519": key(SECRET), "scopes": ["write"]}]})
                    .to_string(),
            )
            .unwrap(),
        ),
    });
    let token = tokens(json!(["write"]), None)
        .verify_at(TOKEN.as_bytes(), NOW)
        .unwrap();
    let holder = Visitor::new(Caller::from(Origin::Remote).known_as(token), admission);
    refused(
        holder.calls("notes", "notes.sign", &json!({}), Some(b"v1;nothing")),
        "can't be one",
    );
    let now = document::now();
    let claims = Claims {
        issued: now,
        expires: now + 60,
        ..claims()
    };
    let signature = sign(&SECRET, &claims, "notes", "notes.sign", &json!({}));
    let caller = holder
        .calls(
            "notes",
            "notes.sign",
            &json!({}),
            Some(signature.as_bytes()),
        )
        .unwrap();
    assert_eq!(caller.identity().unwrap().proof(), Proof::Token);
}

#[test]
fn documents_that_are_wrong_are_refused_without_repeating_them() {
    let token = |change: Value| {
        let mut token = json!({"subject": "ci", "sha256": DIGEST, "scopes": ["read"]});
        for (name, value) in change.as_object().unwrap() {
            token[name] = value.clone();
        }
        json!({ "tokens": [token] }).to_string()
    };
    for (text, part) in [
        (String::new(), "line 1"),
        (format!("[\"{TOKEN}\"]"), "line 1"),
        (json!({"tokens": []}).to_string(), "there is none"),
        (format!("{} x", token(json!({}))), "something follows"),
        (token(json!({"token": TOKEN})), "tokens[0]"),
        (token(json!({"sha256": TOKEN})), "64 hexadecimal"),
        (token(json!({"sha256": [TOKEN]})), "tokens[0].sha256"),
        (token(json!({"scopes": []})), "no scopes"),
        (token(json!({"scopes": [TOKEN]})), "a scope is"),
        (token(json!({"scopes": ["write:"]})), "a scope is"),
        (token(json!({"expires": TOKEN})), "no instant"),
        (token(json!({"subject": "a\nb"})), "no name"),
        (
            token(json!({})).replace(
                "[{",
                &format!(
                    "[{},{{",
                    json!({"subject": "x", "sha256": DIGEST, "scopes": ["read"]})
                ),
            ),
            "twice",
        ),
    ] {
        let failure = Tokens::read(&text).unwrap_err();
        let told = format!("{failure:?}");
        assert!(failure.message.contains(part), "{text}: {told}");
        assert!(!told.contains(TOKEN), "{told}");
    }
    for public in ["", "AAAA", &BASE64_STANDARD.encode([0; 32])] {
        let text = json!({"keys": [{"id": "ci", "ed25519": public, "scopes": ["read"]}]});
        let failure = Trust::read(&text.to_string()).unwrap_err();
        assert!(failure.message.contains("no public key"), "{failure:?}");
    }
}
