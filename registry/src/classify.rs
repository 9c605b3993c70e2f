//! The classifiers: one total function for each fact that is derived and can't be declared.

use crate::declaration::Effects;
use crate::model::{
    BenchmarkPolicy, CapabilityAvailability, CapabilityKind, CapabilityVisibility,
    ExecutionConcurrency, ExecutionEffect, ExecutionPolicy, Exposure, WaiverReason,
};

/// What decides availability beside the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answering {
    /// When called, to any caller that a surface admits.
    WhenCalled,
    /// When called, and every network surface demands that the caller is known.
    WhenAuthenticated,
    /// When the product was built.
    AtBuild,
}

/// Where a capability answers.
pub fn availability(kind: CapabilityKind, answering: Answering) -> CapabilityAvailability {
    match (kind, answering) {
        (_, Answering::AtBuild) => CapabilityAvailability::BuildTime,
        (CapabilityKind::Resource, Answering::WhenCalled | Answering::WhenAuthenticated) => {
            CapabilityAvailability::Always
        }
        (CapabilityKind::Query | CapabilityKind::Command, Answering::WhenCalled) => {
            CapabilityAvailability::Runtime
        }
        (CapabilityKind::Query | CapabilityKind::Command, Answering::WhenAuthenticated) => {
            CapabilityAvailability::Authenticated
        }
    }
}

/// Whom a capability is offered to.
pub fn visibility(exposure: &Exposure) -> CapabilityVisibility {
    let mcp = exposure.tool_name().is_some() || exposure.mcp_resource().is_some();
    match (mcp || exposure.http.is_some(), exposure.cli.is_some()) {
        (true, true | false) => CapabilityVisibility::Public,
        (false, true) => CapabilityVisibility::Developer,
        (false, false) => CapabilityVisibility::Internal,
    }
}

/// What running a capability means.
pub fn execution(kind: CapabilityKind, effects: Effects) -> ExecutionPolicy {
    let (effect, concurrency) = match (kind, effects.writes_repository) {
        (CapabilityKind::Query | CapabilityKind::Resource, true | false) => {
            (ExecutionEffect::Read, ExecutionConcurrency::Unrestricted)
        }
        (CapabilityKind::Command, false) => {
            (ExecutionEffect::ProcessState, ExecutionConcurrency::Serial)
        }
        (CapabilityKind::Command, true) => (
            ExecutionEffect::RepositoryMutation,
            ExecutionConcurrency::Serial,
        ),
    };
    ExecutionPolicy {
        effect,
        cancellable: effects.cancellable,
        concurrency,
        signed_input: effects.signed_input,
        authenticated: effects.authenticated,
        reaches_outside: effects.reaches_outside || effects.changes_outside,
        changes_outside: effects.changes_outside,
        destructive: effects.destructive,
        idempotent: effects.idempotent,
        reads_nothing: effects.reads_nothing,
        deadline_ms: effects
            .deadline
            .map(|deadline| u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX)),
    }
}

/// The benchmark policy that holds: what was declared, or the rule of the kind.
pub fn benchmark(kind: CapabilityKind, declared: Option<BenchmarkPolicy>) -> BenchmarkPolicy {
    match (kind, declared) {
        (CapabilityKind::Resource, _) => BenchmarkPolicy::Waived {
            reason: WaiverReason::NotExecutable,
        },
        (CapabilityKind::Query | CapabilityKind::Command, Some(declared)) => declared,
        (CapabilityKind::Query | CapabilityKind::Command, None) => BenchmarkPolicy::Required,
    }
}

/// The four hints of an MCP tool, all of them always present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four hints of the MCP specification, ToolAnnotations"
)]
pub struct ToolHints {
    /// `readOnlyHint`
    pub read_only: bool,
    /// `destructiveHint`
    pub destructive: bool,
    /// `idempotentHint`
    pub idempotent: bool,
    /// `openWorldHint`
    pub open_world: bool,
}

/// What an MCP client is told of a tool.
pub fn tool_hints(policy: &ExecutionPolicy) -> ToolHints {
    match policy.effect {
        ExecutionEffect::Read => ToolHints {
            read_only: true,
            destructive: false,
            idempotent: true,
            open_world: policy.reaches_outside,
        },
        ExecutionEffect::ProcessState | ExecutionEffect::RepositoryMutation => ToolHints {
            read_only: false,
            destructive: policy.destructive,
            idempotent: policy.idempotent,
            open_world: policy.reaches_outside,
        },
    }
}

/// What a product descriptor says that a command changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideEffect {
    /// `none`
    None,
    /// `read-local`
    ReadLocal,
    /// `write-local`
    WriteLocal,
    /// `write-external`
    WriteExternal,
}

/// The side effect of a command in a product descriptor.
pub fn side_effect(policy: &ExecutionPolicy) -> SideEffect {
    match (policy.effect, policy.changes_outside) {
        (ExecutionEffect::Read, _) if policy.reads_nothing => SideEffect::None,
        (ExecutionEffect::Read, true | false) => SideEffect::ReadLocal,
        (ExecutionEffect::ProcessState | ExecutionEffect::RepositoryMutation, false) => {
            SideEffect::WriteLocal
        }
        (ExecutionEffect::ProcessState | ExecutionEffect::RepositoryMutation, true) => {
            SideEffect::WriteExternal
        }
    }
}

/// Who must have asked before a command is delegated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confirmation {
    /// `never`
    Never,
    /// `user-request`
    UserRequest,
    /// `operator-request`
    OperatorRequest,
}

/// The least confirmation that a command in a product descriptor demands.
pub fn confirmation(policy: &ExecutionPolicy) -> Confirmation {
    match (side_effect(policy), policy.destructive) {
        (SideEffect::None | SideEffect::ReadLocal, true | false) => Confirmation::Never,
        (SideEffect::WriteLocal, false) => Confirmation::UserRequest,
        (SideEffect::WriteLocal, true) | (SideEffect::WriteExternal, true | false) => {
            Confirmation::OperatorRequest
        }
    }
}

/// Who is calling, as far as admission to one capability asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The program itself.
    InProcess,
    /// Whoever runs the program: a command line, or MCP over its stdin and stdout.
    Stdio,
    /// Somebody on this machine, over a network surface.
    Loopback,
    /// Somebody on another machine, who has not said who it is.
    Remote,
    /// A key that is trusted signed this very input, and its scopes cover the capability.
    Signed,
    /// The holder of a token whose scopes cover the capability.
    Authorised,
    /// It is known who this is, and no scope of theirs covers the capability.
    Unauthorised,
}

/// Whether such a caller may run a capability.
pub fn admits(standing: Standing, policy: &ExecutionPolicy) -> bool {
    match (standing, policy.effect) {
        (Standing::InProcess | Standing::Stdio | Standing::Authorised, _)
        | (Standing::Signed, ExecutionEffect::Read) => true,
        (Standing::Loopback, _)
        | (Standing::Remote | Standing::Unauthorised, ExecutionEffect::Read) => {
            !policy.authenticated
        }
        (Standing::Signed, ExecutionEffect::ProcessState) => {
            policy.signed_input && !policy.changes_outside
        }
        (Standing::Signed, ExecutionEffect::RepositoryMutation)
        | (
            Standing::Remote | Standing::Unauthorised,
            ExecutionEffect::ProcessState | ExecutionEffect::RepositoryMutation,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::HttpExposure;
    use CapabilityKind::{Command, Query, Resource};

    #[test]
    fn availability_table() {
        use CapabilityAvailability::{Always, Authenticated, BuildTime, Runtime};
        for (kind, called, authenticated, built) in [
            (Query, Runtime, Authenticated, BuildTime),
            (Command, Runtime, Authenticated, BuildTime),
            (Resource, Always, Always, BuildTime),
        ] {
            assert_eq!(
                availability(kind, Answering::WhenCalled),
                called,
                "{kind:?}"
            );
            assert_eq!(
                availability(kind, Answering::WhenAuthenticated),
                authenticated,
                "{kind:?}"
            );
            assert_eq!(availability(kind, Answering::AtBuild), built, "{kind:?}");
        }
    }

    #[test]
    fn visibility_table() {
        use CapabilityVisibility::{Developer, Internal, Public};
        let (none, get) = (Exposure::new(), HttpExposure::get("/api/v1/x"));
        for (exposure, right) in [
            (none.clone(), Internal),
            (none.clone().cli(["x"]), Developer),
            (none.clone().tool("x"), Public),
            (none.clone().resource("p://k/x", "x"), Public),
            (none.clone().http(get.clone()), Public),
            (none.clone().cli(["x"]).tool("x"), Public),
            (none.clone().cli(["x"]).http(get), Public),
            (
                Exposure {
                    mcp: Some(crate::model::McpExposure::default()),
                    ..none
                },
                Internal,
            ),
        ] {
            assert_eq!(visibility(&exposure), right, "{exposure:?}");
        }
    }

    #[test]
    fn execution_table() {
        use ExecutionConcurrency::{Serial, Unrestricted};
        use ExecutionEffect::{ProcessState, Read, RepositoryMutation};
        for (kind, effects, effect, concurrency) in [
            (Query, Effects::new(), Read, Unrestricted),
            (Resource, Effects::new(), Read, Unrestricted),
            (Command, Effects::new(), ProcessState, Serial),
            (
                Command,
                Effects::new().writes_repository(),
                RepositoryMutation,
                Serial,
            ),
        ] {
            let policy = execution(kind, effects);
            assert_eq!(
                (policy.effect, policy.concurrency),
                (effect, concurrency),
                "{kind:?}"
            );
            assert!(!policy.cancellable && !policy.signed_input, "{kind:?}");
        }
    }

    #[test]
    fn every_stated_fact_reaches_the_policy() {
        let stated = |effects| execution(Command, effects);
        assert!(stated(Effects::new().cancellable()).cancellable);
        assert!(stated(Effects::new().signed_input()).signed_input);
        assert!(stated(Effects::new().reaches_outside()).reaches_outside);
        assert!(!stated(Effects::new().reaches_outside()).changes_outside);
        assert!(stated(Effects::new().changes_outside()).changes_outside);
        assert!(stated(Effects::new().changes_outside()).reaches_outside);
        assert!(stated(Effects::new().destructive()).destructive);
        assert!(stated(Effects::new().idempotent()).idempotent);
        assert!(execution(Query, Effects::new().reads_nothing()).reads_nothing);
    }

    #[test]
    fn benchmark_table() {
        let waived = BenchmarkPolicy::Waived {
            reason: WaiverReason::Destructive,
        };
        let not_executable = BenchmarkPolicy::Waived {
            reason: WaiverReason::NotExecutable,
        };
        for (kind, declared, right) in [
            (Query, None, BenchmarkPolicy::Required),
            (Command, None, BenchmarkPolicy::Required),
            (Command, Some(waived), waived),
            (Resource, None, not_executable),
        ] {
            assert_eq!(benchmark(kind, declared), right, "{kind:?} {declared:?}");
        }
    }

    #[test]
    fn surfaces_are_told_what_the_policy_says() {
        use Confirmation::{Never, OperatorRequest, UserRequest};
        let none = Effects::new();
        // kind, stated | read-only, destructive, idempotent, open world | side effect, confirmation
        for (kind, effects, hints, side, asked) in [
            (
                Query,
                none,
                [true, false, true, false],
                SideEffect::ReadLocal,
                Never,
            ),
            (
                Query,
                none.reads_nothing(),
                [true, false, true, false],
                SideEffect::None,
                Never,
            ),
            (
                Query,
                none.reaches_outside(),
                [true, false, true, true],
                SideEffect::ReadLocal,
                Never,
            ),
            (
                Command,
                none,
                [false, false, false, false],
                SideEffect::WriteLocal,
                UserRequest,
            ),
            (
                Command,
                none.idempotent(),
                [false, false, true, false],
                SideEffect::WriteLocal,
                UserRequest,
            ),
            (
                Command,
                none.reaches_outside(),
                [false, false, false, true],
                SideEffect::WriteLocal,
                UserRequest,
            ),
            (
                Command,
                none.writes_repository(),
                [false, false, false, false],
                SideEffect::WriteLocal,
                UserRequest,
            ),
            (
                Command,
                none.destructive(),
                [false, true, false, false],
                SideEffect::WriteLocal,
                OperatorRequest,
            ),
            (
                Command,
                none.changes_outside(),
                [false, false, false, true],
                SideEffect::WriteExternal,
                OperatorRequest,
            ),
        ] {
            let policy = execution(kind, effects);
            let told = tool_hints(&policy);
            assert_eq!(
                [
                    told.read_only,
                    told.destructive,
                    told.idempotent,
                    told.open_world
                ],
                hints,
                "{kind:?} {effects:?}"
            );
            assert_eq!(side_effect(&policy), side, "{kind:?} {effects:?}");
            assert_eq!(confirmation(&policy), asked, "{kind:?} {effects:?}");
        }
    }

    #[test]
    fn admission_table() {
        use Standing::{
            Authorised, InProcess, Loopback, Remote, Signed, Stdio, Unauthorised as Known,
        };
        let all = [
            InProcess, Stdio, Loopback, Remote, Signed, Authorised, Known,
        ];
        let none = Effects::new();
        let signed = none.signed_input();
        for (kind, effects, admitted) in [
            (Query, none, &all[..]),
            (Resource, none, &all),
            (
                Query,
                none.authenticated(),
                &[InProcess, Stdio, Signed, Authorised],
            ),
            (Command, none, &[InProcess, Stdio, Loopback, Authorised]),
            (
                Command,
                none.authenticated(),
                &[InProcess, Stdio, Authorised],
            ),
            (
                Command,
                signed,
                &[InProcess, Stdio, Loopback, Signed, Authorised],
            ),
            (
                Command,
                signed.authenticated(),
                &[InProcess, Stdio, Signed, Authorised],
            ),
            (
                Command,
                signed.changes_outside(),
                &[InProcess, Stdio, Loopback, Authorised],
            ),
            (
                Command,
                signed.writes_repository(),
                &[InProcess, Stdio, Loopback, Authorised],
            ),
            (
                Command,
                none.destructive(),
                &[InProcess, Stdio, Loopback, Authorised],
            ),
        ] {
            let policy = execution(kind, effects);
            for standing in all {
                assert_eq!(
                    admits(standing, &policy),
                    admitted.contains(&standing),
                    "{standing:?} {kind:?} {effects:?}"
                );
            }
        }
    }
}
