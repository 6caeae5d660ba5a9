import { Tabs } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getCampaign, updateCampaign } from '@gensvar/contract/campaigns'
import type { campaignConfiguration } from '@gensvar/contract/entities/campaigns'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '#web/api.ts'
import { openFilterSidebar, pathDraft } from '#web/lib/path-draft.ts'
import { useStore } from '#web/lib/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { CampaignForm } from '#web/widgets/campaign/campaign-form.ts'
import { FilterToggles } from '#web/widgets/campaign/filter-toggles.tsx'
import { sendingProblems, templateProblems, wayProblems } from '#web/widgets/campaign/rules.ts'
import { text, useTexts } from '#web/widgets/campaign/texts.ts'
import { useRuleWords, useShownProblems } from '#web/widgets/campaign/use-rules.ts'
import { campaignQuery, campaignsKey } from '../queries.ts'
import type { Campaign, CampaignSource } from '../queries.ts'
import { editorTabs, useEditorTab } from '../use-editor-tab.ts'
import type { EditorTab } from '../use-editor-tab.ts'
import { editorBody } from './editor-body.ts'
import classes from './editor.module.css'
import { FiltersTab } from './filters-tab.tsx'
import { SendingsTab } from './sendings-tab.tsx'
import { TemplateTab } from './template-tab.tsx'

interface Props {
  survey: string
  source: CampaignSource
  campaign: Campaign
  configuration: z.output<typeof campaignConfiguration>
  onClose: () => void
}

/**
 * While it is open the filters change the draft of the campaign's path, which no screen follows; the path of the address is
 * followed again when it closes.
 */
function usePathDraft(link: string): string {
  const [first] = useState(link)
  const path = useStore(pathDraft, (state) => state.path)
  useEffect(() => {
    pathDraft.set({ path: first })
    return () => pathDraft.set({ path: null })
  }, [first])
  return path ?? first
}

/** The form of a campaign in its four tabs. */
export function EditorForm({ survey, source, campaign, configuration, onClose }: Props) {
  const t = useTexts()
  const client = useQueryClient()
  const words = useRuleWords()
  const { tab, open } = useEditorTab()
  const params = { survey, campaignId: campaign.id }
  const initial = useMemo(() => editorBody(campaign), [campaign])
  const path = usePathDraft(initial.link)
  const form = useContractForm(updateCampaign, {
    params,
    initial,
    keepsLetters: true,
    latest: async () => editorBody(await call(getCampaign, { params })),
    complete: (values) => Promise.resolve({ ...values, link: path }),
    done: () => text('MAIL_CAMPAIGN_UPDATED'),
    onSaved(saved) {
      client.setQueryData(campaignQuery(survey, source).queryKey, saved)
      void client.invalidateQueries({ queryKey: campaignsKey })
      void client.invalidateQueries({ queryKey: ['widget', survey] })
      onClose()
    },
  })
  const { values } = form
  // A changed path is an unsaved change as any other.
  const { set } = form
  useEffect(() => {
    if (values.link !== path) set('link', path)
  }, [values.link, path, set])
  const isPhone = campaign.sendingType === 'PHONE'
  const templateField = isPhone ? 'callTemplate' : 'templateId'
  const [isStartPartial, setStartPartial] = useState(false)
  const wrongSendings = {
    ...sendingProblems({ ...values, name: values.title }, 'title', words),
    ...(isStartPartial && { scheduledStartDateTime: { words: t('wholeStart'), isEmpty: false } }),
  }
  const wrongTemplate = {
    ...templateProblems(
      {
        ...values,
        sendingType: campaign.sendingType,
        templateId: (isPhone ? values.callTemplate : values.templateId) ?? null,
      },
      { templateField, asksVoice: false },
      words,
    ),
    ...wayProblems(values, words),
  }
  const problems = useShownProblems({ ...wrongSendings, ...wrongTemplate })
  const invalid: Partial<Record<EditorTab, boolean>> = {
    basic: Object.keys(wrongSendings).length > 0,
    template: Object.keys(wrongTemplate).length > 0,
  }
  const { showAll } = problems
  function show(next: EditorTab): void {
    // Who comes to a tab that is not valid sees why.
    if (tab !== null && tab !== next && invalid[tab] === true) showAll()
    open(next)
  }
  useEffect(() => {
    if (tab === 'filters') openFilterSidebar()
  }, [tab])
  const shared = form as unknown as CampaignForm
  const panels: Record<EditorTab, ReactNode> = {
    basic: (
      <SendingsTab
        form={form}
        campaign={campaign}
        templates={configuration.templates}
        problems={problems}
        onStart={(moment, isPartial) => {
          form.set('scheduledStartDateTime', moment)
          setStartPartial(isPartial)
        }}
      />
    ),
    template: (
      <TemplateTab
        survey={survey}
        form={form}
        shared={shared}
        sendingType={campaign.sendingType}
        templateField={templateField}
        configuration={configuration}
        problems={problems}
      />
    ),
    validation: (
      <div className={classes['group']}>
        <p className="gv-quiet">{t('validationHelp')}</p>
        <FilterToggles
          filters={configuration.mailFilters}
          chosen={values.filters ?? []}
          onChange={(filters) => form.set('filters', filters)}
        />
      </div>
    ),
    filters: <FiltersTab />,
  }
  useShownRefusal(form.state.refusal?.fields[0]?.path, open)
  return (
    <Form
      form={form}
      save={t('update')}
      saveDisabled={invalid.basic === true || invalid.template === true}
      onCancel={() => form.leave(onClose)}
      actions={<span />}
    >
      <Card>
        <Tabs value={tab ?? 'basic'} onChange={(next) => show(editorTabs.find((one) => one === next) ?? 'basic')}>
          <Tabs.List aria-label={t('editing')}>
            {editorTabs.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                rightSection={
                  invalid[name] === true && (
                    <IconInfoCircle size={16} role="img" aria-label={t('tabInvalid')} className={classes['invalid']} />
                  )
                }
              >
                {t(`tab_${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {editorTabs.map((name) => (
            <Tabs.Panel key={name} value={name} className={classes['panel']}>
              {panels[name]}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Card>
    </Form>
  )
}

/** The tabs of fields that the server can refuse; the others are in the first. */
const tabOfField: Readonly<Record<string, EditorTab>> = {
  ...{ templateId: 'template', callTemplate: 'template', fromName: 'template', fromEmail: 'template' },
  ...{
    bcc: 'template',
    replyTo: 'template',
    fixedRecipient: 'template',
    ways: 'template',
    filters: 'validation',
    link: 'filters',
  },
}

/** Opens the tab of the first field that was refused. */
function useShownRefusal(path: string | undefined, open: (tab: EditorTab) => void): void {
  useEffect(() => {
    if (path !== undefined) open(tabOfField[path.split('.')[0] ?? ''] ?? 'basic')
  }, [path, open])
}
