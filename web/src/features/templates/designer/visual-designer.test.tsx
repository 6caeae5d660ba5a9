import '#web/ui/styles.ts'
import { screen, waitFor, within } from '@testing-library/dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MantineProvider } from '@mantine/core'
import { Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startI18n } from '#web/lib/i18n.ts'
import { accessibilityProblems, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { cleanup, render, resizeTo } from '#web/testing/render.tsx'
import { mergeTagsQuery } from '../queries.ts'
import { VisualDesigner } from './visual-designer.tsx'

const mail = `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-text color="#14171c"/>
    </mj-attributes>
  </mj-head>
  <mj-body>
    <!-- kept -->
    {{#if language = sv}}
    <mj-section>
      <mj-column>
        <mj-text font-size="13px">Hello {{#if question.rating < 3}}you{{/if}} &amp; co<br/>x</mj-text>
        <mj-button href="{{survey.link}}" padding="10px 25px">Go</mj-button>
        <mj-image src="/mailimages/x.png" alt="" width="200px"/>
        <mj-divider border-width="4px"/>
        <mj-spacer/>
        <mj-table><tr><td>1</td></tr></mj-table>
        <mj-social>
          <mj-social-element src="/mailimages/y.png" href="#" alt="y">Y</mj-social-element>
        </mj-social>
        <mj-navbar>
          <mj-navbar-link href="#">N</mj-navbar-link>
        </mj-navbar>
      </mj-column>
      <mj-group>
        <mj-column width="50%"/>
      </mj-group>
    </mj-section>
    {{/if}}
    <mj-wrapper full-width="full-width">
      <mj-section/>
    </mj-wrapper>
    <mj-hero mode="fixed-height">
      <mj-text>Hero</mj-text>
    </mj-hero>
  </mj-body>
</mjml>
`

const blocks = [{ name: 'text', title: 'Paragraph', mjml: '<mj-text>New</mj-text>' }]

/** The markup after each change. */
let changes: string[] = []

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
queryClient.setQueryData(mergeTagsQuery('visits').queryKey, {
  tags: [{ name: 'contact.name', title: 'Name', group: 'Recipient', isLink: false, example: 'Kim' }],
})

function Screen({ start, shown }: { start: string; shown: { line: number } | null }) {
  const [value, setValue] = useState(start)
  const onChange = (text: string) => {
    changes.push(text)
    setValue(text)
  }
  return <VisualDesigner {...{ survey: 'visits', value, onChange, blocks, shown }} aside={null} />
}

beforeAll(() => startI18n('en'))
afterEach(() => {
  showScheme('light')
  cleanup()
  changes = []
})

/** Opens a design; what the canvas shows is ready. */
async function open({ start = mail, width = 1440 } = {}) {
  await resizeTo(width)
  const content = (shown: { line: number } | null) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <main>
            <h1>Template</h1>
            <h2>Design</h2>
            <Screen start={start} shown={shown} />
          </main>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(content(null))
  const frame = await screen.findByTitle<HTMLIFrameElement>('The e-mail')
  await waitFor(() => expect(frame.contentDocument?.body.textContent).toContain('Hello'))
  return { page: within(frame.contentDocument!.body), lead: (line: number) => rerender(content({ line })) }
}

const part = (name: RegExp) => screen.findByRole('treeitem', { name })
const button = (name: string) => screen.findByRole('button', { name })
const last = (): string => changes.at(-1) ?? ''

test('a design is shown without a change, and a change leaves everything else as it was written', async () => {
  const { lead } = await open()
  expect(changes).toEqual([])
  expect((await screen.findAllByRole('treeitem')).map((row) => row.textContent)).toHaveLength(22)
  await userEvent.click(await part(/^Button ?Go/))
  await userEvent.fill(await screen.findByLabelText('Round corners'), '20')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(last()).toContain('border-radius="20px"'))
  // A value that equals one of MJML's own stays, as do conditions, comments and what the designer has no settings for.
  expect(last()).toBe(
    mail
      .replace('rating < 3', 'rating &lt; 3')
      .replace('padding="10px 25px"', 'padding="10px 25px" border-radius="20px"'),
  )
  await userEvent.click(await button('Undo'))
  expect(last()).toBe(mail)
  expect(await button('Undo')).toBeDisabled()
  await userEvent.click(await button('Redo'))
  expect(last()).toContain('border-radius="20px"')
  lead(14)
  await waitFor(async () => expect(await part(/^Image/)).toHaveAttribute('aria-selected', 'true'))
  await userEvent.click(await screen.findByLabelText('Only decoration'))
  await waitFor(() => expect(last()).toContain('<mj-image src="/mailimages/x.png" width="200px"/>'))
})

test('the structure is changed by the keyboard alone', async () => {
  await open()
  const row = await part(/^Paragraph ?Hello/)
  row.click()
  row.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(last().indexOf('<mj-button')).toBeLessThan(last().indexOf('<mj-text font-size')))
  // The focus goes along, so that the next key moves the same part.
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^ParagraphHello/))
  await userEvent.keyboard('{Control>}d{/Control}')
  await waitFor(() => expect(last().match(/Hello/g)).toHaveLength(2))
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(last().match(/Hello/g)).toHaveLength(1))
  const block = await button('Paragraph')
  block.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(last()).toContain('<mj-text>New</mj-text>'))
  await userEvent.click(await button('Show only if…'))
  await waitFor(() => expect(last()).toMatch(/{{#if language = sv}}\s+<mj-text>New<\/mj-text>\s+{{\/if}}/))
  const condition = await screen.findByLabelText('Condition or comment')
  await userEvent.fill(condition, '{{#if contact.name}}')
  condition.blur()
  await waitFor(() => expect(last()).toMatch(/{{#if contact\.name}}\s+<mj-text>New/))
})

test('a text is edited in its place; each letter is in the markup at once, and nothing but what mails may hold', async () => {
  const { page } = await open()
  const row = await part(/^Paragraph ?Hello/)
  row.click()
  row.focus()
  await userEvent.keyboard('{Enter}')
  const text = await page.findByRole('textbox', { name: 'Text of the e-mail' })
  await waitFor(() => expect(text.ownerDocument.activeElement).toBe(text))
  await userEvent.click(await button('Bold'))
  await userEvent.keyboard(' <strong> & more')
  await waitFor(() => expect(last()).toContain('co<br/>x<b>&nbsp;&lt;strong&gt; &amp; more</b></mj-text>'))
  await userEvent.click(await button('Merge tags'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Fallback or condition…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Merge tag' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Name' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'If there is no value' }), 'you')
  await userEvent.click(dialog.getByRole('button', { name: 'Insert' }))
  await waitFor(() => expect(last()).toContain('{{contact.name|you}}'))
  await userEvent.click(await button('Done'))
  await waitFor(async () => expect(await button('Edit text')).toHaveFocus())
  expect(last()).toContain('{{contact.name|you}}')
  // A setting of the part takes nothing of its text.
  await userEvent.fill(await screen.findByLabelText('Text size'), '20px')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(last()).toMatch(/<mj-text font-size="20px">Hello .*{{contact\.name\|you}}/))
})

test('markup that cannot be read is not shown, and kept', async () => {
  await open()
  cleanup()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Screen start="<mjml><mj-body>" shown={null} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText('This e-mail cannot be shown')).toBeVisible()
  expect(changes).toEqual([])
})

test.each([1440, 390])('is accessible in both schemes, %i pixels wide', async (width) => {
  await open({ width })
  await userEvent.click(await part(/^Button ?Go/))
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
