/** What a script may use. */
export interface SandboxLimits {
  /** Time of one call of `main`, in ms; what the host takes to answer included. */
  callMs: number
  /** Calls that may take too long: after as many, the inputs that are left are not tried. */
  slowCalls: number
  /** Memory of the engine, in bytes. */
  memory: number
  /** Characters of an answer. */
  output: number
  /** Lines of a log, and characters of each. */
  logLines: number
  logLength: number
  /** Calls of the host in one run. */
  hostCalls: number
}

/** A run: the script is read once, and `main` is called with each input, one after the other, in one fresh engine. */
export interface RunMessage {
  kind: 'run'
  script: string
  /** Inputs of `main`, as JSON. */
  inputs: readonly string[]
  /** The moment that the script takes for now, in ms; its random numbers depend on it alone. */
  now: number
  limits: SandboxLimits
}

/** The host's answer to a call: JSON, or why there is none. */
export type HostAnswerMessage = { kind: 'answer'; call: number } & ({ json: string } | { refused: string })

/** To the thread of a sandbox. */
export type ToSandbox = RunMessage | HostAnswerMessage

/** A line that a script logged. */
export interface LoggedLine {
  level: 'INFO' | 'WARNING'
  text: string
}

/** Something that went wrong in a script; line and column are of its text, from 1. */
export interface ScriptFault {
  message: string
  line: number | null
  column: number | null
}

/** What became of one input: the answer as JSON, or what went wrong. */
export type CallOutcome = { json: string } | { fault: ScriptFault }

/** From the thread of a sandbox. */
export type FromSandbox =
  /** It has loaded, and takes runs. */
  | { kind: 'ready' }
  | { kind: 'call'; call: number; name: string; args: string }
  /** What became of the next inputs. */
  | { kind: 'outcomes'; outcomes: CallOutcome[] }
  /** All inputs are done. `isBroken`: the engine cannot be trusted any more, so the thread ends. */
  | { kind: 'done'; logged: LoggedLine[]; isBroken: boolean }
