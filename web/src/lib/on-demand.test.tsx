import { expect, test } from 'vitest'
import { forgetFailedStyles } from './on-demand.tsx'

function styleSheet(href: string): Promise<HTMLLinkElement> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const { promise, resolve } = Promise.withResolvers<HTMLLinkElement>()
  for (const event of ['load', 'error']) link.addEventListener(event, () => resolve(link))
  document.head.append(link)
  return promise
}

test('the link of a style sheet that could not be loaded is removed, so that it is loaded with its code again', async () => {
  forgetFailedStyles()
  const failed = await styleSheet('http://127.0.0.1:1/missing.css')
  expect(failed.isConnected).toBe(false)
  const loaded = await styleSheet('data:text/css,.any{color:inherit}')
  expect(loaded.isConnected).toBe(true)
  loaded.remove()
})
