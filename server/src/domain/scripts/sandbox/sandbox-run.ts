import { EvalFlags, JSException, QuickJS } from 'quickjs-wasi'
import type { Deferred, JSValueHandle, QuickJSOptions } from 'quickjs-wasi'
import { callMain, prelude } from './prelude.ts'
import { faultOf, tooDeep } from './script-fault.ts'
import type { CallOutcome, FromSandbox, HostAnswerMessage, LoggedLine, RunMessage } from './sandbox-messages.ts'

/** The engine's code, compiled. */
export type Wasm = QuickJSOptions['wasm']

/** Name of the script in the engine's stack traces. */
export const scriptFile = 'script.js'

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
  private vm: QuickJS | null = null
  /** The host has answered since the engine last ran. */
  private isAnswered = false
  private wake: () => void = () => undefined

  constructor(wasm: Wasm, order: RunMessage, tell: (message: FromSandbox) => void) {
    this.wasm = wasm
    this.order = order
    this.tell = tell
  }

  /** Calls `main` with each input and tells each outcome. */
  async all(): Promise<{ logged: LoggedLine[]; isBroken: boolean }> {
    const { inputs, script } = this.order
    let isBroken = false
    try {
      const vm = (this.vm = await this.open())
      const unread = this.read(vm, script)
      for (const input of inputs) {
        const outcome = unread ?? (await this.call(vm, input))
        this.tell({ kind: 'outcome', outcome })
        // The engine is unusable after such a fault, and so is the thread that it is in.
        isBroken ||= 'fault' in outcome && outcome.fault.message === tooDeep
        if (isBroken) break
      }
      if (!isBroken) vm.dispose()
    } catch (error) {
      isBroken = true
      this.tell({ kind: 'outcome', outcome: { fault: faultOf(error) } })
    }
    return { logged: this.logged, isBroken }
  }

  /** Takes the host's answer to a call. */
  answer(message: HostAnswerMessage): void {
    const deferred = this.calls.get(message.call)
    if (!deferred || !this.vm) return
    this.calls.delete(message.call)
    if ('json' in message) deferred.resolve(this.vm.newString(message.json))
    else deferred.reject(this.vm.newError(new Error(message.refused)))
    this.isAnswered = true
    this.wake()
  }

  private async open(): Promise<QuickJS> {
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
    vm.newFunction('__call', (name, args) => this.ask(vm, name, args)).consume((one) =>
      vm.setProp(vm.global, '__call', one),
    )
    vm.newFunction('__log', (level, text) => this.log(vm, level, text)).consume((one) =>
      vm.setProp(vm.global, '__log', one),
    )
    vm.evalCode(prelude).dispose()
    return vm
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

  private async call(vm: QuickJS, input: string): Promise<CallOutcome> {
    const { limits } = this.order
    this.deadline = performance.now() + limits.callMs
    try {
      const promise = vm.evalCode(callMain(input))
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
      return outcomeOf(settled, limits.output)
    } catch (error) {
      return { fault: faultOf(error) }
    }
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

function outcomeOf(settled: { value: JSValueHandle } | { error: JSValueHandle }, mostOutput: number): CallOutcome {
  if ('error' in settled) return { fault: faultOf(new JSException(settled.error)) }
  const json = settled.value.consume((one) => one.toString())
  return json.length > mostOutput
    ? { fault: { message: `The answer has more than ${mostOutput} characters`, line: null, column: null } }
    : { json }
}
