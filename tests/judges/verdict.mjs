// Collects what a judge found, prints each complaint, and ends the process with the verdict.

import { isDeepStrictEqual } from "node:util";

export class Verdict {
  #passed = 0;
  #complaints = [];

  /** Notes whether `holds`; `detail` is printed only for a complaint. */
  check(what, holds, detail = "") {
    if (holds) {
      this.#passed += 1;
    } else {
      this.#complaints.push(what);
      console.log(`complaint: ${what}${detail === "" ? "" : `\n${indent(detail)}`}`);
    }
    return Boolean(holds);
  }

  /** Notes whether two JSON values are equal, whatever the order of their members. */
  equal(what, actual, expected) {
    return this.check(what, isDeepStrictEqual(actual, expected), difference(actual, expected, ""));
  }

  /** Runs one group of checks; an exception in it is a complaint, and the other groups still run. */
  async group(what, checks) {
    try {
      await checks();
    } catch (error) {
      this.check(what, false, error instanceof Error ? error.message : String(error));
    }
  }

  /** Prints the count, which the caller shows as this judge's one line, and sets the exit code. */
  close() {
    const failed = this.#complaints.length;
    console.log(`${this.#passed} checks hold, ${failed} do not`);
    process.exitCode = failed === 0 && this.#passed > 0 ? 0 : 1;
  }
}

/** The first place where two JSON values part, as a JSON pointer and what stands there. */
function difference(actual, expected, pointer) {
  if (isObject(actual) && isObject(expected) && Array.isArray(actual) === Array.isArray(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      if (!isDeepStrictEqual(actual[key], expected[key])) {
        return difference(actual[key], expected[key], `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      }
    }
  }
  return `at "${pointer}"\ngot:      ${excerpt(actual)}\nexpected: ${excerpt(expected)}`;
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

function excerpt(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}

function indent(text) {
  return String(text).replace(/^/gm, "    ");
}
