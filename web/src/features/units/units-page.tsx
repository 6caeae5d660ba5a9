import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconChevronRight, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { exportUnits, listUnits } from '@gensvar/contract/units'
import type { ListedUnit } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { openFile } from '#web/lib/open-file.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'
import { UnitTasks } from './unit-tasks.tsx'
import classes from './units.module.css'
import { useUnitColumns } from './use-unit-columns.tsx'
import type { UnitAct } from './use-unit-columns.tsx'

const UnitDialog = whenOpened(() => import('./unit-dialog.tsx').then((file) => file.UnitDialog))
const NewUnitDialog = whenOpened(() => import('./new-unit-dialog.tsx').then((file) => file.NewUnitDialog))
const MoveDialog = whenOpened(() => import('./move-dialog.tsx').then((file) => file.MoveDialog))
const MergeDialog = whenOpened(() => import('./merge-dialog.tsx').then((file) => file.MergeDialog))
const ImportDialog = whenOpened(() => import('./import-dialog.tsx').then((file) => file.ImportDialog))

const byTitle = { by: 'title', desc: false }
const keyOfUnit = ({ id }: ListedUnit): number => id

type Opened = { act: UnitAct; unit: ListedUnit } | { act: 'new' | 'import'; unit?: undefined }

/** The units of a survey, level by level: searched, edited, moved, merged, and read from a file. */
export function UnitsPage({ survey }: { survey: string }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<{ view?: string; parent?: number }>({})
  const [opened, setOpened] = useState<Opened | null>(null)
  const load = useCallback(
    async (query: ListQuery, signal?: AbortSignal) => {
      const asked = { ...query, ...place } as Parameters<typeof call<typeof listUnits>>[1]['query']
      const { units, ...rest } = await call(listUnits, { params: { survey }, query: asked }, { signal })
      return { rows: units, ...rest }
    },
    [survey, place],
  )
  const list = useList({
    key: useMemo(() => ['units', survey, place.view ?? '', String(place.parent ?? '')], [survey, place]),
    load,
    isPaged: true,
  })
  const { views = [], path = [] } = list.query.data ?? {}
  const view = views.find(({ extName }) => extName === place.view) ?? views[0]

  function go(next: typeof place): void {
    setPlace(next)
    list.setTerm('')
    list.setSearch({ page: undefined })
  }

  const act = useCallback((unit: ListedUnit, chosen: UnitAct) => {
    if (chosen !== 'below') setOpened({ act: chosen, unit })
    else setPlace({ view: unit.view, parent: unit.id })
  }, [])
  const columns = useUnitColumns(act)
  const close = () => setOpened(null)
  const refresh = () => refreshAround(queryClient, survey)
  const dialog = (name: UnitAct | 'new' | 'import') => ({
    opened: opened?.act === name,
    survey,
    onClose: close,
    onDone: refresh,
  })
  const unit = opened?.unit ?? null
  const level = view?.levels[path.length]?.title
  const save = (format: 'xlsx' | 'csv') =>
    void openFile(exportUnits, { params: { survey }, query: { view: view?.extName, format } }).catch(notifyError)
  return (
    <>
      <h1 className={classes['title']}>{t('title')}</h1>
      {view !== undefined && (
        <div className={classes['bar']}>
          <nav aria-label={t('place')} className={classes['path']}>
            {views.length > 1 && (
              <NativeSelect
                size="xs"
                aria-label={t('hierarchy')}
                value={view.extName}
                data={views.map(({ extName, title }) => ({ value: extName, label: title }))}
                onChange={({ currentTarget }) => go({ view: currentTarget.value })}
              />
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={path.length === 0}
              onClick={() => go({ view: view.extName })}
            >
              {t('top')}
            </Button>
            {path.map(({ id, title }, at) => (
              <span key={id} className={classes['step']}>
                <IconChevronRight size={14} aria-hidden="true" />
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={at === path.length - 1}
                  onClick={() => go({ view: view.extName, parent: id })}
                >
                  {title}
                </Button>
              </span>
            ))}
          </nav>
          <div className={classes['acts']}>
            {level !== undefined && (
              <Button
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden="true" />}
                onClick={() => setOpened({ act: 'new' })}
              >
                {t('add')}
              </Button>
            )}
            <Button
              size="sm"
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
              onClick={() => setOpened({ act: 'import' })}
            >
              {t('import')}
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button size="sm" variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />}>
                  {t('export')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('xlsx')}>Excel (.xlsx)</Menu.Item>
                <Menu.Item onClick={() => save('csv')}>CSV (.csv)</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        </div>
      )}
      <UnitTasks survey={survey} />
      {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
      <div>
        <DataTable
          id="units"
          title={level === undefined ? t('listTitle') : t('listOf', { level })}
          fileName={t('title')}
          list={list}
          columns={columns}
          ownOrder={byTitle}
          reports="none"
          keyOf={keyOfUnit}
          hrefOf={(row) => (row.children > 0 || (row.mayEdit && !row.isBlank) ? paths.units(survey) : null)}
          onOpen={(row) => act(row, row.children > 0 ? 'below' : 'edit')}
          leadsDown={({ children }) => children > 0}
          empty={
            views.length === 0 ? (
              <Empty title={t('noHierarchy')}>{t('noHierarchyText')}</Empty>
            ) : (
              <Empty title={t('none')}>{t('noneText')}</Empty>
            )
          }
        />
      </div>
      <UnitDialog {...dialog('edit')} unit={unit} />
      <MoveDialog {...dialog('move')} unit={unit} />
      <MergeDialog {...dialog('merge')} unit={unit} />
      <NewUnitDialog {...dialog('new')} view={view?.extName ?? ''} level={level ?? ''} parent={path.at(-1) ?? null} />
      <ImportDialog {...dialog('import')} view={view?.extName ?? ''} />
    </>
  )
}
