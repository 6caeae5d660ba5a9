import { expect, test } from 'vitest'
import { loadCommands, loaderOf } from './commands.ts'

test('each command is loaded by its name', async () => {
  for (const { name } of await loadCommands()) expect((await loaderOf(name)?.())?.name).toBe(name)
  for (const name of ['imports', 'constructor', '']) expect(loaderOf(name)).toBeUndefined()
})
