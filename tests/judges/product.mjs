// Drives a product's binary from outside: one answer, or a server for as long as it is needed.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** A folder of this judge's own, gone when the process ends: nothing judged writes anywhere else. */
export const scratch = mkdtempSync(join(tmpdir(), "onefold-judge-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) {
  // An interrupted judge also ends by `exit`, so that no server outlives it.
  process.once(signal, () => process.exit(130));
}

/** What every started program sees: an empty home, and no telemetry. */
export const environment = {
  ...process.env,
  HOME: scratch,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

const DEADLINE_MS = 60_000;

/** Runs a program to its end and returns its exit code and everything it printed. */
export function run(program, args) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: scratch,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    const printed = { stdout: [], stderr: [] };
    child.stdout.on("data", (chunk) => printed.stdout.push(chunk));
    child.stderr.on("data", (chunk) => printed.stderr.push(chunk));
    child.on("error", failed);
    child.on("close", (code, signal) =>
      done({
        code: code ?? signal,
        stdout: Buffer.concat(printed.stdout).toString(),
        stderr: Buffer.concat(printed.stderr).toString(),
      }),
    );
  });
}

export class Product {
  /** @param {string} binary path of the product's binary */
  constructor(binary) {
    this.binary = resolve(binary);
    this.name = basename(binary);
  }

  /** The product's standard output for these arguments; an exit code other than 0 is an exception. */
  async text(...args) {
    const { code, stdout, stderr } = await run(this.binary, args);
    if (code !== 0) {
      throw new Error(`${this.name} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
    }
    return stdout;
  }

  /** The product's standard output for these arguments, which must be one JSON document. */
  async json(...args) {
    return JSON.parse(await this.text(...args));
  }

  /** Serves on a free port while `use` runs with the base URL, and stops the server whatever happens. */
  async serve(use) {
    const server = spawn(this.binary, ["serve", "--addr", "127.0.0.1:0"], {
      cwd: scratch,
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const stop = () => server.kill("SIGKILL");
    process.once("exit", stop);
    const ended = new Promise((done) => server.once("close", done));
    try {
      return await use(await firstLine(server, this.name));
    } finally {
      stop();
      await ended;
      process.removeListener("exit", stop);
    }
  }
}

/** The products named on the command line. */
export function products() {
  const binaries = process.argv.slice(2);
  if (binaries.length === 0) {
    throw new Error("name at least one product binary");
  }
  return binaries.map((binary) => new Product(binary));
}

function firstLine(server, name) {
  return new Promise((done, failed) => {
    const lines = createInterface({ input: server.stdout });
    const deadline = setTimeout(() => failed(new Error(`${name} serve printed no base URL`)), DEADLINE_MS);
    deadline.unref();
    lines.once("line", (line) => {
      clearTimeout(deadline);
      if (/^http:\/\/127\.0\.0\.1:\d+$/.test(line)) {
        done(line);
      } else {
        failed(new Error(`${name} serve: its first line is no base URL: ${line}`));
      }
    });
    server.once("error", failed);
    server.once("close", (code) => failed(new Error(`${name} serve ended with ${code} before it printed a base URL`)));
  });
}
