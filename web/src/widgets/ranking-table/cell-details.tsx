import { Group, Modal } from '@mantine/core'
import { IconExternalLink, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getCellDetails } from '@gensvar/contract/rankings'
import { isWebAddress } from '@gensvar/contract/address-text'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './cell-details.module.css'
import { useTexts } from './texts.ts'

/** A cell whose details are open. */
export interface DetailsOf {
  sampleId: number
  detailsVariable: string
  /** Heading of the dialog: the column's. */
  title: string
}

interface Props {
  opened: boolean
  survey: string
  /** Page the sample screen leads back to. */
  screen: string
  of: DetailsOf | null
  onClose: () => void
}

function Details({ survey, screen, of }: { survey: string; screen: string; of: DetailsOf }) {
  const t = useTexts()
  const text = useLocalText()
  const { sampleId, detailsVariable } = of
  const query = useQuery({
    queryKey: ['cell-details', survey, sampleId, detailsVariable],
    queryFn: ({ signal }) => call(getCellDetails, { params: { survey, sampleId, detailsVariable } }, { signal }),
    meta: { quiet: true },
  })
  return (
    <DataState query={query} height={120} compact>
      {({ sections, gotoSampleLink, gotoZendeskLink }) => (
        <>
          {sections.length === 0 && <Empty compact title={t('noDetails')} />}
          {sections.map((section, index) => (
            <section key={index} className={classes['section']}>
              {text(section.title) !== '' && <h3 className={classes['title']}>{text(section.title)}</h3>}
              {section.paragraphs.map((paragraph, at) => (
                <p key={at} className={classes['paragraph']}>
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
          {(gotoSampleLink || gotoZendeskLink !== null) && (
            <Group gap="md" mt="md">
              {gotoSampleLink && (
                <AppLink href={paths.sample(survey, screen, sampleId)} className={classes['link']}>
                  <IconFileText size={16} aria-hidden="true" />
                  {t('goToSample')}
                </AppLink>
              )}
              {gotoZendeskLink !== null && isWebAddress(gotoZendeskLink) && (
                <a href={gotoZendeskLink} target="_blank" rel="noopener noreferrer" className={classes['link']}>
                  <IconExternalLink size={16} aria-hidden="true" />
                  {t('goToSupport')}
                </a>
              )}
            </Group>
          )}
        </>
      )}
    </DataState>
  )
}

/** The dialog with the details of a cell. */
export function CellDetailsDialog({ opened, survey, screen, of, onClose }: Props) {
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={of?.title}
      size={520}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {of !== null && <Details survey={survey} screen={screen} of={of} />}
    </Modal>
  )
}
