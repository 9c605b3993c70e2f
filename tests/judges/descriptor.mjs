// Judges a product's descriptor with the protocol's published validator and JSON Schema.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import {
  negotiateProductCapabilityDescriptors,
  validateProductCapabilityDescriptor,
} from "@kontourai/console-core/product-capability-descriptor";
import Ajv2020 from "ajv/dist/2020.js";

import { products } from "./product.mjs";
import { Verdict } from "./verdict.mjs";

const SCHEMA = fileURLToPath(
  import.meta.resolve("@kontourai/console-core/schemas/product-capability-descriptor.schema.json"),
);

/** Faults that must be found, so that a pass means something: the code, and what makes a good document bad. */
const FAULTS = {
  DESCRIPTOR_UNKNOWN_FIELD: (document) => (document.product.homepage = "x"),
  DESCRIPTOR_SCHEMA_UNSUPPORTED: (document) => (document.schemaVersion = "1.0.1"),
  DESCRIPTOR_MALFORMED: (document) => (document.commands[0].sideEffect = "read"),
  DESCRIPTOR_DUPLICATE_COMMAND: (document) => document.commands.push(document.commands[0]),
  DESCRIPTOR_UNKNOWN_EXECUTABLE: (document) => (document.commands[0].executableId = "absent"),
  DESCRIPTOR_AUTHORITY_MISMATCH: (document) => (document.commands[0].authority.productId = "another"),
  DESCRIPTOR_UNSAFE_ARGV: (document) => document.commands[0].argv.push("--shell"),
};

/** The faults that relate fields to each other, which no JSON Schema can see. */
const RELATIONAL = new Set([
  "DESCRIPTOR_DUPLICATE_COMMAND",
  "DESCRIPTOR_UNKNOWN_EXECUTABLE",
  "DESCRIPTOR_AUTHORITY_MISMATCH",
]);

const schemaHolds = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
const verdict = new Verdict();

for (const product of products()) {
  await verdict.group(`${product.name} is judged to the end`, async () => {
    const document = await product.json("descriptor", "generate");
    judge(product.name, document);
    for (const [code, spoil] of Object.entries(FAULTS)) {
      const bad = structuredClone(document);
      spoil(bad);
      const found = validateProductCapabilityDescriptor(bad).diagnostics.map((diagnostic) => diagnostic.code);
      verdict.check(`${product.name}: the validator finds a planted ${code}`, found.includes(code), `found: ${found}`);
      verdict.equal(`${product.name}: the schema on a planted ${code}`, schemaHolds(bad), RELATIONAL.has(code));
    }
  });
}
verdict.close();

function judge(name, document) {
  const { ok, diagnostics } = validateProductCapabilityDescriptor(document);
  verdict.check(`${name}: the validator accepts it`, ok && diagnostics.length === 0, JSON.stringify(diagnostics, null, 2));
  verdict.check(`${name}: the schema accepts it`, schemaHolds(document), JSON.stringify(schemaHolds.errors, null, 2));
  const agreed = negotiateProductCapabilityDescriptors([document]);
  verdict.check(
    `${name}: it is negotiated`,
    agreed.ok && agreed.descriptors.length === 1,
    JSON.stringify(agreed.diagnostics, null, 2),
  );
}
