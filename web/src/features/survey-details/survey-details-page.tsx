import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { EffectsSection } from '#web/features/effects/service.ts'
import { MetadataSection } from '#web/features/metadata/service.ts'
import { ScriptsSection } from '#web/features/scripts/service.ts'
import { TasksSection } from '#web/features/tasks/service.ts'
import { WebhooksSection } from '#web/features/webhooks/service.ts'
import { WeightsSection } from '#web/features/weights/service.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { MetaInterviewSection } from './meta-interview-section.tsx'
import { useTexts } from './texts.ts'
import classes from './survey-details.module.css'

/** Root's page of a survey: its settings, metadata, scripts, tasks, effects, weights and webhooks, each in a section. */
export function SurveyDetailsPage({ surveyId }: { surveyId: number }) {
  const t = useTexts()
  const text = useLocalText()
  const { survey } = useSurveyStart()
  const sections: [
    name: 'settings' | 'metadata' | 'scripts' | 'tasks' | 'effects' | 'weights' | 'webhooks',
    content: ReactNode,
  ][] = [
    ['settings', <MetaInterviewSection key="settings" survey={survey.extName} surveyId={surveyId} />],
    ['metadata', <MetadataSection key="metadata" survey={survey.extName} />],
    ['scripts', <ScriptsSection key="scripts" survey={survey.extName} surveyId={surveyId} />],
    ['tasks', <TasksSection key="tasks" survey={survey.extName} />],
    ['effects', <EffectsSection key="effects" survey={survey.extName} />],
    ['weights', <WeightsSection key="weights" survey={survey.extName} />],
    ['webhooks', <WebhooksSection key="webhooks" survey={survey.extName} />],
  ]
  return (
    <>
      <h1 className={classes['title']}>{text(survey.title)}</h1>
      <Tabs defaultValue="settings" keepMounted={false}>
        <Tabs.List className={classes['tabs']}>
          {sections.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(([name, content]) => (
          <Tabs.Panel key={name} value={name} pt={16}>
            <Suspense fallback={<Loading height={320} />}>{content}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
