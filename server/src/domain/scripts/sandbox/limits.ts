import type { SandboxLimits } from './sandbox-messages.ts'

/** Limits of a run by hand. */
export const usualLimits: SandboxLimits = {
  callMs: 30_000,
  slowCalls: 1,
  memory: 32 * 1024 * 1024,
  output: 256_000,
  logLines: 200,
  logLength: 500,
  hostCalls: 1000,
}

/** Limits of a script that a request waits for. */
export const hookLimits: SandboxLimits = { ...usualLimits, callMs: 1000, logLines: 50, hostCalls: 50 }

/** Limits of a script that is called for many rows. */
export const batchLimits: SandboxLimits = { ...hookLimits, callMs: 200, slowCalls: 3 }
