import { EvalFlags, JSException, QuickJS } from 'quickjs-wasi'
import type { Deferred, HostFunction, JSValueHandle, QuickJSOptions } from 'quickjs-wasi'
import { prelude } from './prelude.ts'
import { faultOf, tooDeep, tooSlow } from './script-fault.ts'
import type {
  CallOutcome,
  FromSandbox,
  HostAnswerMessage,
  LoggedLine,
  RunMessage,
  ScriptFault,
} from './sandbox-messages.ts'

/** The engine's code, compiled. */
export type Wasm = QuickJSOptions['wasm']

/** Name of the script in the engine's stack traces. */
export const scriptFile = 'script.js'

/** Inputs that the engine is given at a time. */
const batchSize = 200

/** Longest time between two messages about outcomes, in ms. */
const tellEvery = 250

/** One run of a script in its thread. */
export class SandboxRun {
  private readonly wasm: Wasm
  private readonly order: RunMessage
  private readonly tell: (message: FromSandbox) => void
  private readonly logged: LoggedLine[] = []
  private readonly calls = new Map<number, Deferred>()
  private hostCalls = 0
  private isLogFull = false
  private deadline = 0
  private opened: { vm: QuickJS; callEach: JSValueHandle } | null = null
  /** Outcomes that are not told yet. */
  private outcomes: CallOutcome[] = []
  private told = performance.now()
  /** Outcomes of the batch that is run. */
  private noted = 0
  /** The host has answered since the engine last ran. */
  private isAnswered = false
  private wake: () => void = () => undefined

  constructor(wasm: Wasm, order: RunMessage, tell: (message: FromSandbox) => void) {
    this.wasm = wasm
    this.order = order
    this.tell = tell
  }

  /**
   * Calls `main` with each input and tells the outcomes, in their order; without inputs, what is wrong with the script, if
   * anything.
   */
  async all(): Promise<{ logged: LoggedLine[]; isBroken: boolean }> {
    const { inputs, script } = this.order
    let isBroken = false
    try {
      const { vm, callEach } = (this.opened = await this.open())
      const unread = this.read(vm, script)
      if (unread) this.tell({ kind: 'outcomes', outcomes: inputs.length === 0 ? [unread] : inputs.map(() => unread) })
      else isBroken = await this.inBatches(vm, callEach)
      if (!isBroken) vm.dispose()
    } catch (error) {
      isBroken = true
      this.outcomes.push({ fault: faultOf(error) })
      this.tellOutcomes()
    }
    return { logged: this.logged, isBroken }
  }

  /** Takes the host's answer to a call. */
  answer(message: HostAnswerMessage): void {
    const deferred = this.calls.get(message.call)
    if (!deferred || !this.opened) return
    const { vm } = this.opened
    this.calls.delete(message.call)
    if ('json' in message) deferred.resolve(vm.newString(message.json))
    else deferred.reject(vm.newError(new Error(message.refused)))
    this.isAnswered = true
    this.wake()
  }

  private async open(): Promise<{ vm: QuickJS; callEach: JSValueHandle }> {
    const { limits, now } = this.order
    const vm = await QuickJS.create({
      wasm: this.wasm,
      memoryLimit: limits.memory,
      maxStackSize: 256 * 1024,
      timezoneOffset: 0,
      interruptHandler: () => performance.now() > this.deadline,
      wasi: (memory: { buffer: ArrayBuffer }) => ({
        clock_time_get(_clock: number, _precision: bigint, at: number) {
          new DataView(memory.buffer).setBigUint64(at, BigInt(now) * 1_000_000n, true)
          return 0
        },
      }),
    })
    this.deadline = performance.now() + limits.callMs
    const given: Readonly<Record<string, HostFunction>> = {
      __call: (name, args) => this.ask(vm, name, args),
      __log: (level, text) => this.log(vm, level, text),
      __begin: () => {
        this.deadline = performance.now() + limits.callMs
        return vm.undefined
      },
      __done: (json) => {
        this.note(outcomeOf(json.toString(), limits.output))
        return vm.undefined
      },
      __failed: (error) => {
        this.note({ fault: faultOf(new JSException(error)) })
        return vm.undefined
      },
    }
    for (const [name, answer] of Object.entries(given))
      vm.newFunction(name, answer).consume((one) => vm.setProp(vm.global, name, one))
    return { vm, callEach: vm.evalCode(prelude) }
  }

  /** Reads the script; what is wrong with it is the outcome of every input. */
  private read(vm: QuickJS, script: string): CallOutcome | null {
    try {
      vm.evalCode(script, scriptFile, EvalFlags.STRICT).dispose()
      const kind = vm.evalCode('typeof main').consume((one) => one.toString())
      return kind === 'function'
        ? null
        : { fault: { message: 'The script has no function main(input)', line: null, column: null } }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }

  /** Calls `main` with all inputs, in batches. Returns whether the engine cannot be used any more. */
  private async inBatches(vm: QuickJS, callEach: JSValueHandle): Promise<boolean> {
    const { inputs, limits } = this.order
    let slow = 0
    for (let at = 0; at < inputs.length;) {
      const batch = inputs.slice(at, at + batchSize)
      const fault = await this.inBatch(vm, callEach, batch)
      // A fault that no script can catch ends the batch at its input; the next one begins with the following input.
      if (fault) this.note({ fault })
      at += this.noted
      const isStuck = this.noted === 0
      this.noted = 0
      this.tellOutcomes()
      if (fault?.message === tooDeep || isStuck) return true
      if (fault?.message === tooSlow && ++slow >= limits.slowCalls) return false
    }
    return false
  }

  /** Calls `main` with inputs until all are done, or one of them ends the batch with a fault. */
  private async inBatch(vm: QuickJS, callEach: JSValueHandle, inputs: readonly string[]): Promise<ScriptFault | null> {
    this.deadline = performance.now() + this.order.limits.callMs
    try {
      const promise = vm
        .newString(`[${inputs.join(',')}]`)
        .consume((list) => vm.callFunction(callEach, vm.undefined, list))
      let settled: Awaited<ReturnType<QuickJS['resolvePromise']>> | null = null
      void vm.resolvePromise(promise).then((one) => (settled = one))
      for (;;) {
        this.isAnswered = false
        vm.executePendingJobs()
        // The engine's promise is told to this side in a microtask.
        await new Promise(setImmediate)
        if (settled !== null) break
        if (this.isAnswered) continue
        if (this.calls.size === 0) throw new Error('main() waits for a promise that never ends')
        await new Promise<void>((resolve) => (this.wake = resolve))
      }
      return rejectionOf(settled)
    } catch (error) {
      return faultOf(error)
    }
  }

  private note(outcome: CallOutcome): void {
    this.outcomes.push(outcome)
    this.noted++
    // Whoever waits takes a thread that tells nothing for one that hangs.
    if (performance.now() - this.told > tellEvery) this.tellOutcomes()
  }

  private tellOutcomes(): void {
    if (this.outcomes.length > 0) this.tell({ kind: 'outcomes', outcomes: this.outcomes })
    this.outcomes = []
    this.told = performance.now()
  }

  private ask(vm: QuickJS, name: JSValueHandle, args: JSValueHandle): JSValueHandle {
    this.hostCalls += 1
    const { hostCalls } = this.order.limits
    if (this.hostCalls > hostCalls) throw new Error(`The script calls the host more than ${hostCalls} times`)
    const deferred = vm.newPromise()
    this.calls.set(this.hostCalls, deferred)
    this.tell({ kind: 'call', call: this.hostCalls, name: name.toString(), args: args.toString() })
    return deferred.handle
  }

  private log(vm: QuickJS, level: JSValueHandle, text: JSValueHandle): JSValueHandle {
    const { logLines, logLength } = this.order.limits
    if (this.logged.length < logLines)
      this.logged.push({
        level: level.toString() === 'WARNING' ? 'WARNING' : 'INFO',
        text: text.toString().slice(0, logLength),
      })
    else if (!this.isLogFull) {
      this.isLogFull = true
      this.logged.push({ level: 'WARNING', text: `Further lines were left out: a run logs ${logLines} at most` })
    }
    return vm.undefined
  }
}

function rejectionOf(settled: { value: JSValueHandle } | { error: JSValueHandle }): ScriptFault | null {
  return 'error' in settled ? faultOf(new JSException(settled.error)) : null
}

function outcomeOf(json: string, mostOutput: number): CallOutcome {
  return json.length > mostOutput
    ? { fault: { message: `The answer has more than ${mostOutput} characters`, line: null, column: null } }
    : { json }
}
