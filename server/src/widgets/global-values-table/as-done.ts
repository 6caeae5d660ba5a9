/** Runs work for each item, some at a time; yields the results as they come, in whatever order. Throws the first error. */
export async function* asDone<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting = [...items.entries()]
  const running = new Map<number, Promise<{ at: number; result: Result }>>()
  for (;;) {
    while (running.size < atOnce) {
      const next = waiting.shift()
      if (!next) break
      const [at, item] = next
      const work = run(item).then((result) => ({ at, result }))
      // Its error is thrown when its turn comes; until then it is not unhandled.
      work.catch(() => {})
      running.set(at, work)
    }
    if (running.size === 0) return
    const { at, result } = await Promise.race(running.values())
    running.delete(at)
    yield result
  }
}
