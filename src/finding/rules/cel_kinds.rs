//! Family CEL: the rules of the other kinds.

use super::cel_agent::REFUSED;
use crate::finding::Rule;

/// The rules with a number from 100 to 899.
pub(crate) const CEL_KINDS: &[Rule] = &[
    Rule {
        code: "CEL101",
        name: "provider-several-role-blocks",
        summary: "A Provider has settings for several roles.",
        why: "A Provider has one role, and `tts`, `stt` and `embedding` hold the settings of the roles of their names. The server refuses more than one of them.",
        bad: "kind: Provider\nspec:\n  type: openai\n  role: tts\n  tts: {voice: alloy}\n  stt: {language: en}",
        good: "kind: Provider\nspec:\n  type: openai\n  role: tts\n  tts: {voice: alloy}",
        fix: "Make a Provider for each role.",
        ..REFUSED
    },
    Rule {
        code: "CEL102",
        name: "provider-role-block-mismatch",
        summary: "A Provider has settings for another role than its own.",
        why: "The blocks `tts`, `stt` and `embedding` need the role of that name. A role that is left out is `llm`, which has no block.",
        bad: "kind: Provider\nspec:\n  type: openai\n  embedding: {dimensions: 1536}",
        good: "kind: Provider\nspec:\n  type: openai\n  role: embedding\n  embedding: {dimensions: 1536}",
        fix: "Set `spec.role`, or remove the block.",
        ..REFUSED
    },
    Rule {
        code: "CEL103",
        name: "provider-type-not-for-role",
        summary: "The vendor of a Provider does not serve its role.",
        why: "Role `llm` is served by claude, openai, gemini, ollama, mock and vllm; `embedding` by openai, voyageai, gemini and ollama; `tts` by openai, cartesia and elevenlabs; `stt` by openai; `image` by imagen; `inference` by huggingface. A role that is left out is `llm`, which the vendors of one role do not serve.",
        bad: "kind: Provider\nspec:\n  type: voyageai\n  model: voyage-3",
        good: "kind: Provider\nspec:\n  type: voyageai\n  role: embedding\n  model: voyage-3",
        fix: "Set the role that the vendor serves, or choose another vendor.",
        ..REFUSED
    },
    Rule {
        code: "CEL104",
        name: "provider-platform-pairing",
        summary: "Vendor, role, cloud platform and sign-in of a Provider do not go together.",
        why: "`platform` and `auth` are set together or not at all, for the roles `llm` and `embedding` and the types claude, openai and gemini. vertex has no openai models, bedrock and azure have no gemini models. Besides `workloadIdentity`, bedrock takes `accessKey`, vertex `serviceAccount` and azure `servicePrincipal`.",
        bad: "kind: Provider\nspec:\n  type: openai\n  platform: {type: vertex, project: support}\n  auth: {type: workloadIdentity}",
        good: "kind: Provider\nspec:\n  type: gemini\n  platform: {type: vertex, project: support}\n  auth: {type: workloadIdentity}",
        fix: "Choose a combination that exists; for the vendor's own API remove `platform` and `auth` and use `credential`.",
        ..REFUSED
    },
    Rule {
        code: "CEL105",
        name: "provider-credentials-ref",
        summary: "The sign-in of a Provider lacks its Secret, or has one that it does not use.",
        why: "`accessKey`, `serviceAccount` and `servicePrincipal` read credentials from `auth.credentialsSecretRef`. `workloadIdentity` has the identity of the pod, and a Secret beside it would only be a risk.",
        bad: "kind: Provider\nspec:\n  platform: {type: bedrock, region: us-east-1}\n  auth: {type: accessKey}",
        good: "kind: Provider\nspec:\n  platform: {type: bedrock, region: us-east-1}\n  auth:\n    type: accessKey\n    credentialsSecretRef: {name: aws}",
        fix: "Add the reference, or remove it for `workloadIdentity`.",
        ..REFUSED
    },
    Rule {
        code: "CEL106",
        name: "provider-platform-fields",
        summary: "A cloud platform lacks the field that says where the model is.",
        why: "vertex needs `platform.project`, azure needs `platform.endpoint`. When the field is missing rather than empty, the server stumbles over its own rule and says `no such key`.",
        bad: "kind: Provider\nspec:\n  type: openai\n  platform: {type: azure}\n  auth: {type: workloadIdentity}",
        good: "kind: Provider\nspec:\n  type: openai\n  platform: {type: azure, endpoint: \"https://support.openai.azure.com\"}\n  auth: {type: workloadIdentity}",
        fix: "Add the field.",
        ..REFUSED
    },
    Rule {
        code: "CEL107",
        name: "provider-model-required",
        summary: "A Provider names no model.",
        why: "No vendor has a default model that could be relied on, so the server refuses every type without one; only `mock` needs none.",
        bad: "kind: Provider\nspec:\n  type: ollama\n  model: \"\"",
        good: "kind: Provider\nspec:\n  type: ollama\n  model: llama3",
        fix: "Set `spec.model`.",
        ..REFUSED
    },
    Rule {
        code: "CEL108",
        name: "provider-one-credential-method",
        summary: "A Provider takes its key from several places.",
        why: "One key is used, and the server refuses to guess which of `secretRef`, `envVar` and `filePath` is meant.",
        bad: "kind: Provider\nspec:\n  credential:\n    envVar: OPENAI_API_KEY\n    filePath: /etc/keys/openai",
        good: "kind: Provider\nspec:\n  credential:\n    secretRef: {name: openai}",
        fix: "Keep one of the three.",
        ..REFUSED
    },
    Rule {
        code: "CEL121",
        name: "tool-auth-both-styles",
        summary: "A tool handler says twice how it signs in.",
        why: "`auth` of the handler replaces `authType` and `authSecretRef` of `httpConfig` and `openAPIConfig`. The server refuses both, even when `auth` says `none`.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: crm\n    type: http\n    auth: {type: none}\n    httpConfig: {endpoint: \"https://crm.example.com\", authType: bearer}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: crm\n    type: http\n    auth:\n      type: bearer\n      secretRef: {name: crm, key: token}\n    httpConfig: {endpoint: \"https://crm.example.com\"}",
        fix: "Keep `auth` and remove the other two fields.",
        ..REFUSED
    },
    Rule {
        code: "CEL122",
        name: "tool-auth-block-missing",
        summary: "The sign-in of a tool handler lacks what its type needs.",
        why: "`bearer` and `basic` need `secretRef`; `serviceAccount` and `workloadIdentity` need the block of their name. Every call would fail without them, so the server refuses the handler.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: crm\n    type: http\n    auth: {type: bearer}\n    httpConfig: {endpoint: \"https://crm.example.com\"}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: crm\n    type: http\n    auth:\n      type: bearer\n      secretRef: {name: crm, key: token}\n    httpConfig: {endpoint: \"https://crm.example.com\"}",
        fix: "Add the block.",
        ..REFUSED
    },
    Rule {
        code: "CEL131",
        name: "workspace-service-mode-block",
        summary: "A service group lacks the blocks that its mode needs.",
        why: "In mode `managed`, the default, the operator runs both services and needs `session` and `memory`. In mode `external` it needs their addresses in `external`. The server refuses a group that has less.",
        bad: "kind: Workspace\nspec:\n  services:\n  - name: default\n    session:\n      database:\n        secretRef: {name: sessions}",
        good: "kind: Workspace\nspec:\n  services:\n  - name: default\n    session:\n      database:\n        secretRef: {name: sessions}\n    memory:\n      database:\n        secretRef: {name: memories}",
        fix: "Add the missing block.",
        ..REFUSED
    },
    Rule {
        code: "CEL132",
        name: "workspace-redis-exactly-one",
        summary: "A Redis is named in several ways, or in none.",
        why: "The address comes from one of `existingSecret`, `url`, `host` and `serviceRef`; an empty `url` or `host` counts as none. The rule holds for the group and for `session.redis` and `memory.redis`, each on its own.",
        bad: "kind: Workspace\nspec:\n  services:\n  - name: default\n    mode: external\n    external: {sessionURL: \"https://sessions.example.com\", memoryURL: \"https://memories.example.com\"}\n    redis: {db: 1}",
        good: "kind: Workspace\nspec:\n  services:\n  - name: default\n    mode: external\n    external: {sessionURL: \"https://sessions.example.com\", memoryURL: \"https://memories.example.com\"}\n    redis: {db: 1, host: redis.agents}",
        fix: "Set exactly one of the four, or remove the whole block to use the Redis of the level above.",
        ..REFUSED
    },
    Rule {
        code: "CEL141",
        name: "source-block-mismatch",
        summary: "The type of a source does not fit the blocks that are set.",
        why: "`type` names the block that is read, `configmap` the block `configMap`. A SkillSource needs that block; a PromptPackSource and an ArenaSource need it and refuse all others.",
        bad: "kind: SkillSource\nspec:\n  type: git\n  interval: 5m\n  oci: {url: \"oci://registry.example.com/skills:1.0.0\"}",
        good: "kind: SkillSource\nspec:\n  type: oci\n  interval: 5m\n  oci: {url: \"oci://registry.example.com/skills:1.0.0\"}",
        fix: "Correct `type`, or replace the block.",
        ..REFUSED
    },
    Rule {
        code: "CEL142",
        name: "promptpack-immutable",
        summary: "An update changes a PromptPack.",
        why: "A PromptPack is one published version: agents that pin it rely on its content. The server refuses every change of `spec`, and only the stored object shows that there is one, so the rule is checked with --against.",
        bad: "",
        good: "",
        fix: "Leave the object as it is, and publish another one with a new name and a higher version under the same packName.",
        ..REFUSED
    },
    Rule {
        code: "CEL151",
        name: "memorypolicy-cross-field",
        summary: "Two settings of a memory policy contradict each other.",
        why: "A likely duplicate has to be less alike than one that is replaced; chunks have to be longer than their overlap, which is 40 when it is left out; `tierPrecedence` needs `multiplicative`. The server refuses anything else.",
        bad: "kind: MemoryPolicy\nspec:\n  ingestion:\n    chunk: {size: 30}",
        good: "kind: MemoryPolicy\nspec:\n  ingestion:\n    chunk: {size: 30, overlap: 5}",
        fix: "Change the one that the message names, or remove both to get the defaults.",
        ..REFUSED
    },
    Rule {
        code: "CEL161",
        name: "privacy-encryption-fields",
        summary: "The encryption of sessions lacks its key service or its key.",
        why: "Nothing can be encrypted without `kmsProvider` and `keyID`. `enabled` has no default: where it is left out, the server stumbles over its own rule and says `no such key`, unless both fields are set.",
        bad: "kind: SessionPrivacyPolicy\nspec:\n  encryption:\n    enabled: true\n    kmsProvider: vault",
        good: "kind: SessionPrivacyPolicy\nspec:\n  encryption:\n    enabled: true\n    kmsProvider: vault\n    keyID: transit/sessions",
        fix: "Set all three fields, or `enabled: false`.",
        ..REFUSED
    },
    Rule {
        code: "CEL162",
        name: "retention-cold-archive-days",
        summary: "The archive of sessions has no time after which they are deleted.",
        why: "An archive without an end would keep personal data forever, so the server refuses it.",
        bad: "kind: SessionRetentionPolicy\nspec:\n  coldArchive:\n    enabled: true",
        good: "kind: SessionRetentionPolicy\nspec:\n  coldArchive:\n    enabled: true\n    retentionDays: 365",
        fix: "Set `spec.coldArchive.retentionDays`.",
        ..REFUSED
    },
];
