import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createCampaign } from '@gensvar/contract/campaigns'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { useEffect, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { sendingProblems, templateProblems, wayProblems } from '#web/widgets/campaign/rules.ts'
import type { Problems } from '#web/widgets/campaign/rules.ts'
import { text, useTexts } from '#web/widgets/campaign/texts.ts'
import { useRuleWords, useShownProblems } from '#web/widgets/campaign/use-rules.ts'
import { SidePanel } from './side-panel.tsx'
import { StepBasics } from './step-basics.tsx'
import { StepCheck } from './step-check.tsx'
import { StepList } from './step-list.tsx'
import { StepStart } from './step-start.tsx'
import { StepTemplate } from './step-template.tsx'
import { TemplateBelow } from './template-below.tsx'
import { steps, useStep } from './use-step.ts'
import type { Step } from './use-step.ts'
import { chosenQuery, filtersOn, infoQuery } from './wizard-place.ts'
import type { Chosen, Info, WizardPlace } from './wizard-place.ts'
import { furtherTypes, keepState, sentDraft } from './wizard-state.ts'
import type { DraftBody, WizardState } from './wizard-state.ts'
import classes from './wizard.module.css'

interface Props {
  at: WizardPlace
  /** Whose draft it is. */
  user: string
  first: WizardState
}

/** The four steps of a new campaign beside whom it reaches. */
export function Wizard({ at, user, first }: Props) {
  const [sendingType, setSendingType] = useState(first.draft.sendingType)
  const [chosen, setChosen] = useState<Chosen>(first.chosen)
  const [ways, setWays] = useState(furtherTypes(first.draft))
  const query = useQuery(infoQuery(at, sendingType, ways, chosen))
  return (
    <DataState query={query} height={640}>
      {(info) => (
        <Steps
          at={at}
          user={user}
          first={first.draft}
          info={info}
          isCounting={query.isPlaceholderData}
          chosen={chosen}
          onChosen={setChosen}
          onSendingType={setSendingType}
          onWays={setWays}
        />
      )}
    </DataState>
  )
}

interface StepsProps {
  at: WizardPlace
  user: string
  first: DraftBody
  info: Info
  /** The numbers shown are those of the choice before. */
  isCounting: boolean
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
  onSendingType: (sendingType: DraftBody['sendingType']) => void
  onWays: (ways: DraftBody['sendingType'][]) => void
}

/** Name of the page that lists the survey's campaigns. */
function useListPage(): string | undefined {
  const { pages } = useSurveyStart().survey
  return pages.find((page) =>
    [...walkComponents([page])].some(({ component }) => component.type === 'mail-campaigns-list'),
  )?.extname
}

function useWizardForm({ at, user, first, info, chosen }: StepsProps) {
  const go = useGo()
  const fromPage = useListPage()
  const [initial] = useState(first)
  const form = useContractForm(createCampaign, {
    params: { ...at },
    query: chosenQuery(info, chosen),
    initial,
    keepsLetters: true,
    // It stays in the window.
    warns: false,
    complete: (values) =>
      Promise.resolve(sentDraft(values as DraftBody, info.editFixedRecipient || values.campaignType === 'PUSH')),
    onSaved({ campaignId, state }) {
      keepState(user, at, null)
      const name = form.values.campaignName.trim()
      notifyDone(text(state === 'CREATED' ? 'isScheduled' : 'isRunning', { name }))
      // Back does not lead into a wizard that is done.
      go(paths.mailCampaign(at.survey, campaignId, fromPage === undefined ? {} : { fromPage }), { replace: true })
    },
  })
  return form
}

/** The steps of fields that the server can refuse; the others are in the first. */
const secondStep = new Set([
  'templateId',
  'fromName',
  'fromEmail',
  'bcc',
  'replyTo',
  'fixedRecipient',
  'selectedVoice',
  'selectedLocale',
  'ways',
])

/** How far one can go: to the first step that is not right. */
function reachableStep(wrongFirst: Problems, wrongSecond: Problems): Step {
  if (Object.keys(wrongFirst).length > 0) return 1
  return Object.keys(wrongSecond).length > 0 ? 2 : 4
}

function Steps(props: StepsProps) {
  const { at, user, info, isCounting, chosen, onChosen, onSendingType, onWays } = props
  const t = useTexts()
  const format = useFormat()
  const words = useRuleWords()
  const form = useWizardForm(props)
  const { values } = form
  const wrongFirst = sendingProblems({ ...values, name: values.campaignName }, 'campaignName', words)
  const wrongSecond = {
    ...templateProblems(values, { templateField: 'templateId', asksVoice: true }, words),
    ...wayProblems(values, words),
  }
  const problems = useShownProblems({ ...wrongFirst, ...wrongSecond })
  const reachable = reachableStep(wrongFirst, wrongSecond)
  const [step, go] = useStep(reachable)
  useEffect(() => keepState(user, at, { draft: values, chosen }), [user, at, values, chosen])
  const refused = form.state.refusal?.fields[0]?.path
  useEffect(() => {
    if (refused !== undefined) go(secondStep.has(refused.split('.')[0] ?? '') ? 2 : 1)
  }, [refused, go])

  const firstProblem = Object.values(step === 1 ? wrongFirst : step === 2 ? wrongSecond : {})[0]
  function next(): void {
    if (firstProblem !== undefined) problems.showAll()
    else go(steps.find((one) => one === step + 1) ?? 4)
  }
  function choose(sendingType: DraftBody['sendingType']): void {
    form.set('sendingType', sendingType)
    form.set('templateId', null)
    form.set(
      'reminders',
      (values.reminders ?? []).map((reminder) => ({ ...reminder, templateId: null })),
    )
    // Its own way is not among the others.
    const { fromEmails } = info.otherWays.find((one) => one.sendingType === sendingType) ?? info
    form.set('fromEmail', sendingType === 'LETTER' ? '' : (fromEmails[0] ?? ''))
    const ways = (values.ways ?? []).filter((way) => way.sendingType !== sendingType)
    form.set('ways', ways)
    onWays(furtherTypes({ ways }))
    onSendingType(sendingType)
  }
  const mayFixRecipient = info.editFixedRecipient || values.campaignType === 'PUSH'
  const sent = sentDraft(values, mayFixRecipient)
  return (
    <div className={classes['columns']}>
      <div className={classes['main']}>
        <StepList step={step} reachable={reachable} onStep={go} />
        <Form form={form}>
          {/* The first two stay drawn: the server's errors are told at their fields. */}
          <div hidden={step !== 1}>
            <StepBasics form={form} info={info} problems={problems} onSendingType={choose} />
          </div>
          <div hidden={step !== 2}>
            <StepTemplate
              survey={at.survey}
              form={form}
              info={info}
              problems={problems}
              mayFixRecipient={mayFixRecipient}
              onWays={onWays}
            />
          </div>
          {step === 3 && (
            <StepCheck
              info={info}
              isCounting={isCounting}
              chosen={filtersOn(info, chosen.filters)}
              onChange={(filters) => onChosen({ ...chosen, filters })}
            />
          )}
          {step === 4 && (
            <StepStart
              at={at}
              form={form}
              draft={sent}
              info={info}
              chosen={chosen}
              onDelete={(id) => onChosen({ ...chosen, deleted: [...chosen.deleted, id] })}
            />
          )}
        </Form>
        {step === 2 && <TemplateBelow survey={at.survey} draft={values} />}
        <div className={classes['bar']}>
          <span className={classes['barCount']}>
            {format.number(info.numberCustomers)} {t('selectedCustomers', { count: info.numberCustomers })}
          </span>
          <Button
            variant="default"
            disabled={step === 1}
            onClick={() => go(steps.find((one) => one === step - 1) ?? 1)}
          >
            {t('previous')}
          </Button>
          {step < 4 && (
            <Button
              aria-disabled={firstProblem !== undefined || undefined}
              data-disabled={firstProblem !== undefined || undefined}
              title={firstProblem?.words}
              onClick={next}
            >
              {t('next')}
            </Button>
          )}
        </div>
      </div>
      <SidePanel
        at={at}
        info={info}
        isCounting={isCounting}
        chosen={chosen}
        sendingType={values.sendingType}
        ways={furtherTypes(sent)}
        campaignType={values.campaignType}
        onRestore={() => onChosen({ ...chosen, deleted: [] })}
      />
    </div>
  )
}
