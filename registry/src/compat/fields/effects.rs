//! What running a capability means, before and now.

use super::{Found, word};
use crate::classify::{self, Confirmation};
use crate::compat::{ChangeCode, Step};
use crate::model::{ExecutionConcurrency, ExecutionPolicy};

/// Something that a run does or does not, and which of the two costs its caller something.
struct Fact {
    field: &'static str,
    of: fn(&ExecutionPolicy) -> bool,
    burden: bool,
    holds: &'static str,
    no_longer: &'static str,
}

const FACTS: &[Fact] = &[
    Fact {
        field: "destructive",
        of: |policy| policy.destructive,
        burden: true,
        holds: "it can destroy what can't be had back",
        no_longer: "it no longer destroys anything",
    },
    Fact {
        field: "changes_outside",
        of: |policy| policy.changes_outside,
        burden: true,
        holds: "it changes something outside this machine",
        no_longer: "it no longer changes anything outside this machine",
    },
    Fact {
        field: "reaches_outside",
        of: |policy| policy.reaches_outside,
        burden: true,
        holds: "it reaches outside this machine",
        no_longer: "it no longer reaches outside this machine",
    },
    Fact {
        field: "signed_input",
        of: |policy| policy.signed_input,
        burden: true,
        holds: "it demands a signed input",
        no_longer: "it no longer demands a signed input",
    },
    Fact {
        field: "authenticated",
        of: |policy| policy.authenticated,
        burden: true,
        holds: "it demands a caller who is known",
        no_longer: "it no longer demands a caller who is known",
    },
    Fact {
        field: "reads_nothing",
        of: |policy| policy.reads_nothing,
        burden: false,
        holds: "it looks at nothing but its input",
        no_longer: "it looks at more than its input",
    },
    Fact {
        field: "idempotent",
        of: |policy| policy.idempotent,
        burden: false,
        holds: "it changes nothing more when it is run again",
        no_longer: "it may change more when it is run again",
    },
    Fact {
        field: "cancellable",
        of: |policy| policy.cancellable,
        burden: false,
        holds: "it stops when it is asked to",
        no_longer: "it no longer stops when it is asked to",
    },
];

pub(super) fn changes(found: &mut Found<'_>, old: &ExecutionPolicy, new: &ExecutionPolicy) {
    let ExecutionPolicy {
        effect,
        concurrency,
        // These are in the list above, where one that is added belongs too.
        cancellable: _,
        signed_input: _,
        authenticated: _,
        reaches_outside: _,
        changes_outside: _,
        destructive: _,
        idempotent: _,
        reads_nothing: _,
        deadline_ms,
    } = *old;
    if effect != new.effect {
        let notice = format!(
            "it changes: {}; that was: {}",
            word(&new.effect),
            word(&effect)
        );
        burden(found, "/execution/effect", new.effect > effect, notice);
    }
    for fact in FACTS {
        let (before, now) = ((fact.of)(old), (fact.of)(new));
        let notice = if now { fact.holds } else { fact.no_longer };
        if before != now {
            let at = format!("/execution/{}", fact.field);
            burden(found, &at, now == fact.burden, notice.to_owned());
        }
    }
    if concurrency != new.concurrency {
        // Either way every call is answered; they only wait for each other, or no longer do.
        let (code, notice) = match new.concurrency {
            ExecutionConcurrency::Serial => {
                (ChangeCode::EffectStronger, "its runs wait for each other")
            }
            ExecutionConcurrency::Unrestricted => {
                (ChangeCode::EffectWeaker, "its runs may overlap")
            }
        };
        found.push(
            code,
            "/execution/concurrency",
            Step::Minor,
            notice.to_owned(),
        );
    }
    if deadline_ms != new.deadline_ms {
        let sooner = new.deadline_ms.unwrap_or(u64::MAX) < deadline_ms.unwrap_or(u64::MAX);
        let notice = match new.deadline_ms {
            Some(now) => format!("a call is given {now} ms"),
            None => "a call takes as long as it takes".to_owned(),
        };
        burden(found, "/execution/deadline_ms", sooner, notice);
    }
    confirmations(
        found,
        classify::confirmation(old),
        classify::confirmation(new),
    );
}

fn burden(found: &mut Found<'_>, at: &str, heavier: bool, notice: String) {
    let (code, step) = if heavier {
        (ChangeCode::EffectStronger, Step::Major)
    } else {
        (ChangeCode::EffectWeaker, Step::Minor)
    };
    found.push(code, at, step, notice);
}

fn confirmations(found: &mut Found<'_>, old: Confirmation, new: Confirmation) {
    let who = |confirmation| match confirmation {
        Confirmation::Never => "nobody",
        Confirmation::UserRequest => "its user",
        Confirmation::OperatorRequest => "an operator",
    };
    let notice = format!("{} must have asked for it; that was {}", who(new), who(old));
    let (code, step) = if new > old {
        (ChangeCode::ConfirmationStronger, Step::Major)
    } else {
        (ChangeCode::ConfirmationWeaker, Step::Minor)
    };
    if old != new {
        found.push(code, "/execution", step, notice);
    }
}
