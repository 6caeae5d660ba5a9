import { describe, expect, test } from 'vitest'
import { usualLimits } from './limits.ts'
import { runInSandbox } from './sandbox.ts'
import type { SandboxOrder } from './sandbox.ts'
import type { CallOutcome } from './sandbox-messages.ts'

const now = new Date('2026-03-01T12:00:00Z')
const quick = { ...usualLimits, callMs: 500, memory: 8 * 1024 * 1024 }

async function run(script: string, order: Partial<SandboxOrder> = {}) {
  return runInSandbox({ script, inputs: [null], now, limits: quick, host: async () => null, ...order })
}

async function outcomeOf(script: string, order: Partial<SandboxOrder> = {}): Promise<CallOutcome | undefined> {
  return (await run(script, order)).outcomes[0]
}

const fault = (message: unknown, place: object = {}) => ({ fault: expect.objectContaining({ message, ...place }) })

describe('a script', () => {
  test('answers to its input, and to each of several in one engine', async () => {
    expect(await outcomeOf('function main(input) { return { twice: input * 2 } }', { inputs: [21] })).toEqual({
      json: '{"twice":42}',
    })
    const { outcomes } = await run('let n = 0; function main(input) { return [++n, input] }', { inputs: ['a', 'b'] })
    expect(outcomes).toEqual([{ json: '[1,"a"]' }, { json: '[2,"b"]' }])
  })

  test('awaits what it asks the host, several at once too', async () => {
    const asked: unknown[] = []
    const script = `async function main() {
      const [a, b] = await Promise.all([host.figure('count()'), host.figure('mean(x)', 'country=SE')])
      return [a.value, b.value]
    }`
    const host = async (name: string, args: unknown[]) => {
      asked.push([name, args])
      return { value: args.length }
    }
    expect(await outcomeOf(script, { host })).toEqual({ json: '[1,2]' })
    expect(asked).toEqual([
      ['figure', ['count()']],
      ['figure', ['mean(x)', 'country=SE']],
    ])
  })

  test('is told why the host refuses, and may go on', async () => {
    const host = async () => {
      throw new Error('There is no question "x"')
    }
    const script = `async function main() { try { await host.question('x') } catch (error) { return error.message } }`
    expect(await outcomeOf(script, { host })).toEqual({ json: '"There is no question \\"x\\""' })
    expect(await outcomeOf(`async function main() {\n await host.question('x') }`, { host })).toEqual(
      fault('There is no question "x"'),
    )
  })

  test('logs lines, as many as it may', async () => {
    const { logged } = await run(`function main() {
      host.log.warning('w'.repeat(2000))
      for (let n = 0; n < 100000; n++) host.log.info('line ' + n)
    }`)
    expect(logged).toHaveLength(usualLimits.logLines + 1)
    expect(logged[0]).toEqual({ level: 'WARNING', text: 'w'.repeat(500) })
    expect(logged[1]).toEqual({ level: 'INFO', text: 'line 0' })
    expect(logged.at(-1)?.text).toMatch(/left out/)
  })

  test('has the same time and random numbers in each run at one moment', async () => {
    const script = 'function main() { return [Date.now(), new Date().toISOString(), Math.random(), Math.random()] }'
    const [first, second] = [await outcomeOf(script), await outcomeOf(script)]
    expect(first).toEqual(second)
    expect(first).toMatchObject({ json: expect.stringContaining('"2026-03-01T12:00:00.000Z"') })
  })
})

describe('what is wrong with a script is told with its place, and harms nothing', () => {
  test.each<[string, string, ReturnType<typeof fault>]>([
    ['a syntax error', 'function main() {\n  return 1 +\n}', fault(expect.stringMatching(/^SyntaxError/), { line: 3 })],
    ['an error', 'function main() {\n  return nothing.at\n}', fault(expect.stringMatching(/nothing/), { line: 2 })],
    ['no main', 'const x = 1', fault('The script has no function main(input)')],
    ['an endless loop', 'function main() {\n  while (true);\n}', fault('The script takes too long')],
    ['an endless loop at its start', 'while (true);', fault('The script takes too long')],
    [
      'an endless loop in a promise',
      'async function main() { await null; for (;;); }',
      fault('The script takes too long'),
    ],
    [
      'an array that grows',
      'function main() { const a = []; for (;;) a.push(a.length) }',
      fault('The script needs too much memory'),
    ],
    ['a text that doubles', "function main() { let s = 'x'; for (;;) s += s }", fault(expect.any(String))],
    ['a buffer', 'function main() { return new ArrayBuffer(1e9).byteLength }', fault(expect.any(String))],
    ['a recursion', 'function main() { return main() }', fault('The script calls itself too often')],
    [
      'a promise that never ends',
      'async function main() { await new Promise(() => {}) }',
      fault('main() waits for a promise that never ends'),
    ],
    [
      'an expression that explodes',
      "function main() { return /^(a+)+$/.test('a'.repeat(40) + '!') }",
      fault('The script takes too long'),
    ],
    [
      'a huge answer',
      "function main() { return 'x'.repeat(300000) }",
      fault(expect.stringMatching(/256000 characters/)),
    ],
    [
      'a host call in a loop',
      'async function main() { for (;;) await host.question(1) }',
      fault(expect.stringMatching(/1000 times/)),
    ],
  ])('%s', async (_name, script, expected) => {
    expect(await outcomeOf(script)).toEqual(expected)
    expect(await outcomeOf('function main() { return 1 }')).toEqual({ json: '1' })
  })

  test('nothing of the program is in its reach', async () => {
    const script = `function main() {
      const names = ['process', 'require', 'fetch', 'Worker', 'setTimeout', 'WebAssembly', '__call', '__log', 'std', 'os', 'globalThis.process']
      return names.filter((name) => { try { return eval('typeof ' + name) !== 'undefined' } catch { return false } })
    }`
    expect(await outcomeOf(script)).toEqual({ json: '[]' })
    expect(await outcomeOf("import fs from 'fs'; function main() {}")).toEqual(
      fault(expect.stringMatching(/SyntaxError/)),
    )
    expect(await outcomeOf("async function main() { return await import('fs') }")).toEqual(fault(expect.any(String)))
  })

  test('changed prototypes stay in its engine and are no answer of the host', async () => {
    const script = `function main() {
      Object.prototype.admin = true
      Array.prototype.map = () => 'mapped'
      JSON.stringify = () => '{"__proto__":{"admin":true}}'
      Promise.prototype.then = function () { return 1 }
      return {}
    }`
    await run(script)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(await outcomeOf('function main() { return [({}).admin === undefined, [1].map((n) => n)] }')).toEqual({
      json: '[true,[1]]',
    })
    const asked: unknown[] = []
    await run(`function main() { host = null; globalThis.host = { figure: 1 } }`, {
      host: async (name) => asked.push(name),
    })
    expect(asked).toEqual([])
  })

  test('a run that is aborted ends its thread', async () => {
    const stop = new AbortController()
    const running = runInSandbox(
      { script: 'function main() { for (;;); }', inputs: [null], now, host: async () => null },
      { signal: stop.signal },
    )
    setTimeout(() => stop.abort(new Error('stopped')), 50)
    await expect(running).rejects.toThrow('stopped')
  })
})

test('a thousand runs take no more memory than a few', async () => {
  const script = 'function main(input) { const a = new Array(10000).fill(input); return a.length }'
  const some = async (count: number) => {
    for (let n = 0; n < count; n++) await run(script, { inputs: [n] })
    return process.memoryUsage.rss()
  }
  const before = await some(100)
  const after = await some(900)
  expect(after - before).toBeLessThan(40 * 1024 * 1024)
}, 120_000)
