import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { useDrillPath } from '#web/lib/place.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'

/** Leads to the list of people from which a campaign is started; nothing where no page has one. */
export function NewCampaignLink() {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const drillPath = useDrillPath()
  const people = survey.pages.find((page) =>
    [...walkComponents([page])].some(
      ({ component: { type, config } }) => type === 'sample-table' && offersMails(config),
    ),
  )
  if (!people) return null
  return (
    <Button
      component={AppLink}
      href={pageAddress(people, survey.extName, drillPath)}
      title={t('newCampaignHelp')}
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {t('newCampaign')}
    </Button>
  )
}

function offersMails({ mailActions }: Record<string, unknown>): boolean {
  return Array.isArray(mailActions) && mailActions.length > 0
}
