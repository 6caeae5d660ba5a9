import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import type { Locale } from '@gensvar/contract/local-text'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { render, resizeTo } from '#web/testing/render.tsx'
import { standardAccent } from '#web/ui/accent.ts'
import { buildTheme, resolveVariables } from '#web/ui/theme.ts'
import { ComponentForm } from '../component-form.tsx'
import { asSettings } from '../check-settings.ts'
import type { SettingChange } from '../edits.ts'
import { moved, valueAt, withValue } from '../values.ts'
import type { SettingPath } from '../values.ts'
import type { SurveyFacts } from '../survey-facts.ts'
import { exampleFacts } from './example-components.ts'

/** A form under test: what it has passed on, and the settings that came of it. */
export interface RenderedForm {
  changes: SettingChange[]
  value: () => unknown
  indicators: () => unknown
}

interface Options {
  indicators?: Record<string, unknown>
  locale?: Locale
  width?: number
  /** What the survey has in other ways than the example. */
  facts?: Partial<SurveyFacts>
}

/** Draws the form of a component whose settings follow its changes. */
export async function renderForm(
  kind: string,
  initial: unknown,
  { indicators: given, locale = 'en', width = 1440, facts = {} }: Options = {},
): Promise<RenderedForm> {
  await resizeTo(width)
  if (i18n.isInitialized) await changeLocale(locale)
  else await startI18n(locale)
  await loadLaterTexts(locale)
  const changes: SettingChange[] = []
  let now = initial
  let indicatorsNow: unknown = given

  function Stage() {
    const [value, setValue] = useState(initial)
    const [indicators, setIndicators] = useState<unknown>(given)
    const take = (path: SettingPath, next: unknown) => {
      changes.push({ path, value: next })
      now = withValue(now, path, next)
      setValue(now)
    }
    return (
      <ComponentForm
        kind={kind}
        value={value}
        facts={{ ...exampleFacts, ...facts }}
        onChange={take}
        onMove={(list, from, to) => {
          const entries = valueAt(now, list)
          now = withValue(now, list, moved(Array.isArray(entries) ? entries : [], from, to))
          setValue(now)
        }}
        {...(given !== undefined && {
          indicators: {
            settings: asSettings(indicators),
            onChange: (path: SettingPath, next: unknown) => {
              changes.push({ path: ['indicators', ...path], value: next })
              indicatorsNow = withValue(indicatorsNow, path, next)
              setIndicators(indicatorsNow)
            },
          },
        })}
      />
    )
  }

  render(
    <MantineProvider theme={buildTheme(standardAccent)} cssVariablesResolver={resolveVariables}>
      <main style={{ padding: 16 }}>
        <Stage />
      </main>
    </MantineProvider>,
  )
  return { changes, value: () => now, indicators: () => indicatorsNow }
}
