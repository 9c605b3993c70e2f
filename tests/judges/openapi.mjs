// Judges a product's OpenAPI document with redocly and openapi-spec-validator, as printed and as served.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { products, run, scratch } from "./product.mjs";
import { Verdict } from "./verdict.mjs";

const REDOCLY = fileURLToPath(new URL("../node_modules/@redocly/cli/bin/cli.js", import.meta.url));
const PYTHON = process.env.JUDGES_PYTHON ?? "python3";

/** Faults that must be found, so that a pass means something. Both judges see the first, only redocly the second. */
const FAULTS = {
  structure: (document) => delete document.info.title,
  style: (document) => delete Object.values(Object.values(document.paths)[0])[0].summary,
};

/** The one warning the contract itself brings about: an enum that has a single value so far is a `oneOf` of one. */
const TOLERATED = new Set(["no-illogical-composition-keywords"]);

const verdict = new Verdict();

for (const product of products()) {
  await verdict.group(`${product.name} is judged to the end`, () => judge(product));
}
verdict.close();

async function judge(product) {
  const printed = await product.text("openapi");
  const document = JSON.parse(printed);
  verdict.check(`${product.name}: it is OpenAPI 3.1`, /^3\.1\.\d+$/.test(document.openapi), document.openapi);

  const lint = await redocly(printed);
  verdict.check(`${product.name}: redocly finds nothing`, lint.accepted, lint.report);
  const validation = await specValidator(printed);
  verdict.check(`${product.name}: openapi-spec-validator accepts it`, validation.accepted, validation.report);

  for (const [fault, spoil] of Object.entries(FAULTS)) {
    const bad = structuredClone(document);
    spoil(bad);
    const text = JSON.stringify(bad);
    verdict.check(`${product.name}: redocly finds a planted fault of ${fault}`, !(await redocly(text)).accepted);
    if (fault === "structure") {
      const { accepted } = await specValidator(text);
      verdict.check(`${product.name}: openapi-spec-validator finds a planted fault of ${fault}`, !accepted);
    }
  }

  await product.serve(async (url) => {
    const response = await fetch(`${url}/openapi.json`);
    const served = await response.text();
    verdict.equal(`${product.name}: /openapi.json is served`, response.status, 200);
    verdict.equal(`${product.name}: the served document is the printed one`, JSON.parse(served), document);
  });
}

/** Lints under redocly's recommended rules; a warning is accepted only where it is tolerated by name. */
async function redocly(text) {
  const file = write(text);
  const { code, stdout, stderr } = await run(process.execPath, [REDOCLY, "lint", "--extends=recommended", "--format=json", file]);
  const problems = JSON.parse(stdout).problems.filter(
    ({ severity, ruleId }) => severity === "error" || !TOLERATED.has(ruleId),
  );
  const lines = problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? "?"}`,
  );
  return { accepted: code === 0 && problems.length === 0, report: `${lines.join("\n")}\nended with ${code}\n${stderr}` };
}

async function specValidator(text) {
  const { code, stdout, stderr } = await run(PYTHON, ["-m", "openapi_spec_validator", write(text)]);
  return { accepted: code === 0, report: `${stdout}${stderr}` };
}

function write(text) {
  const file = join(scratch, "openapi.json");
  writeFileSync(file, text);
  return file;
}
