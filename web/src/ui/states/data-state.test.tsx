import { MantineProvider } from '@mantine/core'
import { screen } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { endApp } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import { DataState } from './data-state.tsx'

beforeEach(() => startI18n('en'))
afterEach(endApp)

/** Shows a failed query; returns whether it offers a retry. */
async function offersRetry(error: ApiError, words: string): Promise<boolean> {
  const query = { data: undefined, error, isPending: false, refetch: () => Promise.reject(error) }
  render(
    <MantineProvider>
      <DataState query={query}>{() => null}</DataState>
    </MantineProvider>,
  )
  await screen.findByText(words)
  const offers = screen.queryByRole('button', { name: 'Try again' }) !== null
  endApp()
  return offers
}

test('a failure is offered to be tried again where that may help', async () => {
  const words = 'There is no "XX" in this survey.'
  expect(await offersRetry(new ApiError('not_found', words), words)).toBe(false)
  expect(await offersRetry(new ApiError('validation', words), words)).toBe(false)
  expect(await offersRetry(new ApiError('unavailable', 'Busy.'), 'Busy.')).toBe(true)
  expect(await offersRetry(new ApiError('timeout', ''), 'This is taking too long')).toBe(true)
})
