import { MantineProvider } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '#web/lib/i18n.ts'
import { endApp } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { confirmLayer, confirmWidth } from './constants.ts'
import { standardAccent } from './accent.ts'
import { SampleStateIcon } from './sample-state-icon.tsx'
import { buildTheme, resolveVariables } from './theme.ts'

beforeEach(async () => {
  await page.viewport(1200, 800)
  await startI18n('en')
})
afterEach(endApp)

function show(content: React.ReactNode) {
  render(
    <MantineProvider theme={buildTheme(standardAccent)} cssVariablesResolver={resolveVariables}>
      {content}
    </MantineProvider>,
  )
}

describe('the confirm dialog', () => {
  const words = { title: 'Delete role?', message: 'Its 3 users lose their rights.' }

  test('shows title, message, OK and Cancel (SHELL-31)', async () => {
    show(<ConfirmDialog opened {...words} onOk={() => {}} onCancel={() => {}} />)
    const dialog = await screen.findByRole('dialog', { name: 'Delete role?' })
    expect(within(dialog).getByText('Its 3 users lose their rights.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'OK' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
  })

  test('hides Cancel in no-confirm mode (SHELL-32)', async () => {
    show(<ConfirmDialog opened noConfirm {...words} onOk={() => {}} onCancel={() => {}} />)
    expect(await screen.findByRole('button', { name: 'OK' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  test('Esc cancels (SHELL-33)', async () => {
    const onCancel = vi.fn()
    const onOk = vi.fn()
    show(<ConfirmDialog opened {...words} onOk={onOk} onCancel={onCancel} />)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledOnce()
    expect(onOk).not.toHaveBeenCalled()
  })

  test('is 400 wide and lies on layer 200 (SHELL-34)', async () => {
    show(<ConfirmDialog opened {...words} onOk={() => {}} onCancel={() => {}} />)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.offsetWidth).toBe(400))
    const layer = dialog.closest<HTMLElement>('.mantine-Modal-inner')
    expect(getComputedStyle(layer ?? document.body).zIndex).toBe('200')
    expect([confirmWidth, confirmLayer]).toEqual([400, 200])
  })

  test('OK and Cancel call what they stand for', async () => {
    const onCancel = vi.fn()
    const onOk = vi.fn()
    show(<ConfirmDialog opened {...words} onOk={onOk} onCancel={onCancel} />)
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([onOk.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1])
  })
})

test('each sample state has an icon and words of its own', async () => {
  const states = ['0', '1', '2', '3', '4'] as const
  show(states.map((state) => <SampleStateIcon key={state} state={state} />))
  const icons = await screen.findAllByRole('img')
  expect(new Set(icons.map((icon) => icon.querySelector('svg')?.innerHTML)).size).toBe(5)
  expect(new Set(icons.map((icon) => icon.getAttribute('aria-label'))).size).toBe(5)
})
