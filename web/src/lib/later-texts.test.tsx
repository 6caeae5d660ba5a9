import { screen } from '@testing-library/dom'
import { startTransition, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type en from '#web/locales/en/later/tables.json'
import { startI18n } from './i18n.ts'
import { defineLaterTexts } from './texts.ts'

const useTexts = defineLaterTexts<typeof en>('tables')

function Table() {
  const t = useTexts()
  const [rows] = useState(3)
  return <p>{`${t('table')} ${rows}`}</p>
}

let end: () => void = () => undefined
afterEach(() => end())

test('texts that are fetched late are drawn without an error that React has to recover from', async () => {
  // The other tests have loaded them in advance.
  await startI18n('en')
  const onError = vi.fn()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place, { onRecoverableError: onError, onUncaughtError: onError })
  end = () => {
    root.unmount()
    place.remove()
  }
  const draw = (content: ReactNode) => root.render(<Suspense fallback="Loading">{content}</Suspense>)
  flushSync(() => draw(<p>Another screen</p>))
  // As the router does: the screen before stays until the next one can be drawn.
  startTransition(() => draw(<Table />))
  expect(await screen.findByText('Table 3')).toBeVisible()
  expect(onError).not.toHaveBeenCalled()
})
