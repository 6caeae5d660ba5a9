import { IconArrowDown, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { TextCategory } from '@gensvar/contract/entities/text-analytics'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { shownSentiments } from '#web/widgets/feedback/sentiments.ts'
import { SplitBar, SplitFigure, SplitFigures } from '#web/widgets/feedback/split-bar.tsx'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import type { CommentFilters } from '#web/widgets/feedback/use-comments-address.ts'
import { linesOf } from './category-lines.ts'
import type { CategoryOrder, Line } from './category-lines.ts'
import classes from './sentiment-table.module.css'

interface Props {
  label: string
  categories: readonly TextCategory[]
  /** Names of the categories that are open. */
  open: ReadonlySet<string>
  onToggle: (name: string, isOpen: boolean) => void
  addressOf: (filters: CommentFilters) => string | null
}

/** Categories as an expandable table: sorted by comments or by a share, the greatest first. */
export function SentimentTable({ label, categories, open, onToggle, addressOf }: Props) {
  const t = useTexts()
  const [order, setOrder] = useState<CategoryOrder>('comments')
  return (
    <div className={classes['room']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('category')}</th>
            <Head order="comments" title={t('commentsColumn')} sortedBy={order} onSort={setOrder} />
            <th scope="col" className={classes['barHead']}>
              {t('shares')}
            </th>
            {shownSentiments.map((one) => (
              <Head key={one} order={one} title={t(one)} sortedBy={order} onSort={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(categories, order, open).map((line) => (
            <Row key={line.key} line={line} onToggle={onToggle} addressOf={addressOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  order: CategoryOrder
  title: string
  sortedBy: CategoryOrder
  onSort: (order: CategoryOrder) => void
}

function Head({ order, title, sortedBy, onSort }: HeadProps) {
  const isSorted = order === sortedBy
  return (
    <th
      scope="col"
      data-align="right"
      className={order === 'comments' ? undefined : classes['share']}
      aria-sort={isSorted ? 'descending' : undefined}
    >
      <button type="button" className={classes['sort']} onClick={() => onSort(order)}>
        {title}
        {isSorted && <IconArrowDown size={14} aria-hidden="true" />}
      </button>
    </th>
  )
}

interface RowProps extends Pick<Props, 'onToggle' | 'addressOf'> {
  line: Line
}

function Row({ line, onToggle, addressOf }: RowProps) {
  const text = useLocalText()
  const figures = line.kind === 'category' ? line.category : line.result
  const questions = line.kind === 'question' ? [line.result.variable] : undefined
  const hrefOf = (sentiment: (typeof shownSentiments)[number]) =>
    addressOf({ sentiment, category: line.category.extName, questions })
  const isShown = figures.withheld === null
  const shares = isShown ? (
    <>
      <SplitBar split={figures} />
      <span className={classes['under']}>
        <SplitFigures split={figures} hrefOf={hrefOf} />
      </span>
    </>
  ) : (
    <span className={classes['why']}>{text(figures.withheld)}</span>
  )
  return (
    <tr data-kind={line.kind}>
      <th scope="row" style={{ paddingInlineStart: 8 + 20 * line.depth }}>
        {line.kind === 'category' ? <CategoryName line={line} onToggle={onToggle} /> : <QuestionName line={line} />}
        <span className={classes['underName']}>{shares}</span>
      </th>
      <td data-align="right">
        <Counted count={figures.nComments} why={figures.withheld} />
      </td>
      <td className={classes['barCell']}>{shares}</td>
      {shownSentiments.map((sentiment) => (
        <td key={sentiment} data-align="right" className={classes['share']}>
          {isShown ? (
            <SplitFigure split={figures} sentiment={sentiment} href={hrefOf(sentiment)} isPlain />
          ) : (
            <NoValue why={text(figures.withheld)} />
          )}
        </td>
      ))}
    </tr>
  )
}

function Counted({ count, why }: { count: number | null; why: LocalText | null }) {
  const text = useLocalText()
  const format = useFormat()
  return count === null ? <NoValue why={text(why)} /> : format.number(count)
}

/** The name of a category, as a button where it has more: also the right and left arrow open and close it. */
function CategoryName({ line, onToggle }: Pick<RowProps, 'onToggle'> & { line: Extract<Line, { kind: 'category' }> }) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(line.category.title)
  if (!line.canOpen) return <span className={classes['plain']}>{title}</span>
  const { isOpen } = line
  const toggle = () => onToggle(line.category.extName, !isOpen)
  function press(event: KeyboardEvent) {
    if (event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    toggle()
  }
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'closeCategory' : 'openCategory', { category: title })}
      onClick={toggle}
      onKeyDown={press}
    >
      <Chevron size={16} stroke={2} aria-hidden="true" />
      {title}
    </button>
  )
}

/** A question, with the share of its comments that speak of the category. */
function QuestionName({ line: { result } }: { line: Extract<Line, { kind: 'question' }> }) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <span className={classes['question']}>
      {text(result.title)}
      {result.percentageText !== '' && (
        <span className={classes['ofQuestion']}>{t('ofQuestion', { share: result.percentageText })}</span>
      )}
    </span>
  )
}
