import { Button, Modal, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import { SampleStateIcon, useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import classes from './interview.module.css'
import { LabelledList } from './labelled-list.tsx'
import { useTexts } from './texts.ts'

/** The interview's state and background; everything else known of it in a dialog. */
export function OverviewCard({ data }: { data: InterviewData }) {
  const t = useTexts()
  const text = useLocalText()
  const stateText = useSampleStateText()
  const [opened, setOpened] = useState(false)
  return (
    <Card
      title={text(data.headerVariableTitle) || t('background')}
      actions={
        data.backgroundGroups.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpened(true)}
          >
            {t('backgroundInfo')}
          </Button>
        )
      }
    >
      <p className={classes['state']}>
        <SampleStateIcon state={data.state} /> {stateText(data.state)}
      </p>
      {data.highlights.length > 0 && <LabelledList fields={data.highlights} />}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('backgroundInfo')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack gap="lg" className={classes['dialog']}>
          {data.backgroundGroups.map((group) => (
            <section key={text(group.title)}>
              <h3 className={classes['heading']}>{text(group.title)}</h3>
              <LabelledList fields={group.fields} />
            </section>
          ))}
        </Stack>
      </Modal>
    </Card>
  )
}
