import { Stack, Text } from '@mantine/core'
import { UNITS_NAME, UNITS_NOW, plainToken } from '@gensvar/contract/drill-path'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useTexts } from './texts.ts'
import { Tiles } from './tiles.tsx'
import { useFilters } from './use-filters.ts'
import type { Filters } from './use-filters.ts'

/** How units are read: two ways to choose from, with what they mean. */
export function UnitsField({ filters, hideLabel = false }: { filters: Filters; hideLabel?: boolean }) {
  const t = useTexts()
  // Only who sees a part of the answers has a vocabulary.
  const isLimited = useSurveyStart().vocabulary !== null
  const isNow = filters.find(UNITS_NAME) !== undefined
  return (
    <Stack gap={8}>
      <Tiles
        label={t('units')}
        hideLabel={hideLabel}
        tiles={[
          { value: 'were', text: t('unitsWere') },
          { value: UNITS_NOW, text: t('unitsNow') },
        ]}
        value={isNow ? UNITS_NOW : 'were'}
        onChange={(value) => {
          if (value === UNITS_NOW) filters.set(plainToken(UNITS_NAME, UNITS_NOW))
          else filters.remove(UNITS_NAME)
        }}
      />
      <Text size="sm" c="dimmed">
        {t('unitsHelp')} {isLimited && t('unitsLimits')}
      </Text>
    </Stack>
  )
}

/** How units are read in the path around it, under a heading that says so. */
export function UnitsOfPath() {
  return <UnitsField filters={useFilters()} hideLabel />
}
