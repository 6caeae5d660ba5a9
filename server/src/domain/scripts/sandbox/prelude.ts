/**
 * What a script finds before its own text: `host`, whose functions go through the two that the thread gives. It has no
 * modules, no network, no timers and no way to anything else of the program.
 */
export const prelude = `
(() => {
  const { stringify, parse } = JSON
  const [call, log] = [globalThis.__call, globalThis.__log]
  delete globalThis.__call
  delete globalThis.__log
  const asked = (name) => async (...args) => parse(await call(name, stringify(args)))
  const host = {
    figure: asked('figure'),
    question: asked('question'),
    log: { info: (text) => log('INFO', String(text)), warning: (text) => log('WARNING', String(text)) },
  }
  Object.freeze(host.log)
  Object.defineProperty(globalThis, 'host', { value: Object.freeze(host) })
})()`

/** Calls `main` with an input and answers with JSON; an answer of undefined is null. */
export const callMain = (input: string): string =>
  `(async () => JSON.stringify((await main(JSON.parse(${JSON.stringify(input)}))) ?? null))()`
