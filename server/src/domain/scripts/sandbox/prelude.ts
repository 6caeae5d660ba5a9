/**
 * What a script finds before its own text: `host`, whose functions go through the two that the thread gives. It has no
 * modules, no network, no timers and no way to anything else of the program. Its value is a function that calls `main` with
 * each input of a JSON list: `begin` is told before each call, then `done` its answer as JSON, or `failed` the error.
 */
export const prelude = `
(() => {
  const { stringify, parse } = JSON
  const [call, log, begin, done, failed] = ['__call', '__log', '__begin', '__done', '__failed'].map((name) => {
    const found = globalThis[name]
    delete globalThis[name]
    return found
  })
  const asked = (name) => async (...args) => parse(await call(name, stringify(args)))
  const host = {
    figure: asked('figure'),
    question: asked('question'),
    log: { info: (text) => log('INFO', String(text)), warning: (text) => log('WARNING', String(text)) },
  }
  Object.freeze(host.log)
  Object.defineProperty(globalThis, 'host', { value: Object.freeze(host) })
  return async (inputs) => {
    const list = parse(inputs)
    for (let at = 0; at < list.length; at++) {
      begin()
      let answer
      try {
        answer = stringify((await main(list[at])) ?? null) ?? 'null'
      } catch (error) {
        failed(error)
        continue
      }
      done(answer)
    }
  }
})()`
