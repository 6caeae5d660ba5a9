import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { widgetTypes } from '@gensvar/contract/widgets/index'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { cleanup, render, resizeTo } from '#web/testing/render.tsx'
import { standardAccent } from '#web/ui/accent.ts'
import { buildTheme, resolveVariables } from '#web/ui/theme.ts'
import { AddComponent } from './add-component.tsx'
import { kindGroups } from './kind-groups.ts'
import type { NewComponent } from './new-component.ts'
import { kindAbout } from './texts.ts'
import { exampleFacts } from './testing/example-components.ts'

afterEach(() => {
  useScheme('light')
  cleanup()
})

async function open(facts = exampleFacts): Promise<NewComponent[]> {
  await resizeTo(1440)
  if (i18n.isInitialized) await changeLocale('en')
  else await startI18n('en')
  await loadLaterTexts('en')
  const added: NewComponent[] = []
  render(
    <MantineProvider theme={buildTheme(standardAccent)} cssVariablesResolver={resolveVariables}>
      <AddComponent opened facts={facts} onAdd={(one) => added.push(one)} onClose={() => undefined} />
    </MantineProvider>,
  )
  await screen.findByRole('dialog', { name: 'Add a component' })
  return added
}

test('offers every kind that this version has, each with a sentence', async () => {
  await open()
  const offered = Object.values(kindGroups).flatMap((kinds): readonly string[] => kinds)
  expect(offered.toSorted()).toEqual(widgetTypes.toSorted())
  expect(offered.filter((kind) => kindAbout(kind) === '')).toEqual([])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('finds a kind by its words and adds it by the keyboard, ready to be shown', async () => {
  const added = await open()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a component' }), 'quarter')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await userEvent.tab()
  expect(screen.getByRole('button', { name: /^Chart over time/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(added).toEqual([{ type: 'development-chart', config: { id: 'development_chart', variables: ['csi'] } }])
})

test('says of a kind that the survey has nothing it could show', async () => {
  await open({ ...exampleFacts, questions: [] })
  const comments = screen.getByRole('button', { name: /^Latest comments The survey has nothing that this could show/ })
  expect(comments).toBeDisabled()
})
