import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { templateRow } from '@gensvar/contract/entities/templates'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { useReach } from '#web/lib/reach.ts'
import { paths } from '#web/paths.ts'
import type { TemplateScreen } from '#web/paths.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { allRows } from '#web/ui/data-table/page-sizes.ts'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './mail-templates-list.module.css'
import { useTexts } from './texts.ts'

type Row = z.infer<typeof templateRow>

const screens: Record<Row['sendingType'], TemplateScreen> = {
  EMAIL: 'mailtemplate',
  SMS: 'smstemplate',
  LETTER: 'lettertemplate',
  PHONE: 'calltemplate',
}
const kinds = ['EMAIL', 'SMS', 'LETTER', 'PHONE'] as const
const sizes = [15, 30, 50, 100, allRows]
const ownOrder = { by: 'name', desc: false }
const keyOf = ({ sendingType, id }: Row): string => `${sendingType}-${id}`

/** Templates of e-mails, text messages, letters and calls, which open in their editors, and buttons that add one. */
export function MailTemplatesList({ config }: WidgetProps<'mail-templates-list'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const { pageId } = useParams({ strict: false })
  const query = useWidgetData('mail-templates-list', 'data', config.id, {}, { isOfRows: true })
  const columns = useColumns()
  const pages = usePages(config)
  const list = useLocalList({
    ...{ key: ['templates', survey, config.id], name: config.id, query, columns, pages, isPaged: true },
    rows: query.data?.rows,
  })
  const addressOf = useCallback(
    ({ sendingType, id }: Pick<Row, 'sendingType' | 'id'>) =>
      paths.template(screens[sendingType], survey, id, pageId === undefined ? {} : { fromPage: pageId }),
    [survey, pageId],
  )
  return (
    <DataTable
      id={`templates-${config.id}`}
      title={text(config.title) || t('title')}
      list={list}
      columns={columns}
      ownOrder={ownOrder}
      keyOf={keyOf}
      hrefOf={addressOf}
      tools={query.data?.mayEdit === true && <AddMenu addressOf={addressOf} />}
      refusal={query.data?.mayEdit === false ? <Empty title={t('forAdministrators')} /> : undefined}
      empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
    />
  )
}

/** Adds a template of a kind; one whose editor is not there yet is disabled and says so. */
function AddMenu({ addressOf }: { addressOf: (row: Pick<Row, 'sendingType' | 'id'>) => string }) {
  const t = useTexts()
  const go = useGo()
  const reach = useReach()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => {
          const address = addressOf({ sendingType: kind, id: 0 })
          const why = reach(address)
          return (
            <Menu.Item key={kind} disabled={why !== null} onClick={() => go(address)}>
              {t(`add_${kind}`)}
              {why !== null && <span className={classes['why']}>{why}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function usePages({ id, rowsPerPage }: WidgetConfig<'mail-templates-list'>) {
  return useMemo(
    () => ({ id: `templates-${id}`, size: rowsPerPage === 0 ? allRows : rowsPerPage, options: sizes }),
    [id, rowsPerPage],
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts()
  return useMemo(() => {
    const kind = ({ sendingType }: Row): string => t(`kind_${sendingType}`)
    return [
      {
        ...{ id: 'name', title: t('name'), sortBy: 'name', naming: true, width: 220 },
        text: ({ name }) => name,
        cell: ({ name }) => name,
      },
      {
        ...{ id: 'subject', title: t('subject'), sortBy: 'subject', width: 260 },
        text: ({ subject }) => subject,
        cell: ({ subject }) => subject,
      },
      { ...{ id: 'sendingType', title: t('kind'), sortBy: 'sendingType', width: 128 }, text: kind, cell: kind },
      {
        ...{ id: 'labels', title: t('tags'), width: 180 },
        text: ({ labels }) => labels.join(', '),
        cell: ({ labels }) => (
          <span className={classes['labels']}>
            {labels.map((label) => (
              <Chip key={label}>{label}</Chip>
            ))}
          </span>
        ),
      },
      {
        ...{ id: 'id', title: t('id'), sortBy: 'id', width: 80, align: 'right' },
        text: ({ id }) => String(id),
        cell: ({ id }) => String(id),
        compare: (a, b) => a.id - b.id,
      },
    ]
  }, [t])
}
