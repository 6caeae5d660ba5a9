import { Card } from '#web/ui/card.tsx'
import { PageCell, PageGrid } from '#web/ui/page-grid.tsx'
import classes from './gallery.module.css'
import { useTexts } from './texts.ts'

/** Rows of cells in every size the grid knows, each adding up to twelve columns. */
const rows = [[12], [8, 4], [6, 6], [4, 4, 4], [2, 2, 2, 2, 2, 2]]

/** How the page grid behaves at this window's width. */
export function GridSection() {
  const t = useTexts()
  return (
    <PageGrid>
      {rows.flatMap((row, at) =>
        row.map((size, index) => (
          <PageCell key={`${at} ${index}`} size={size}>
            <Card title={t('columns', { size })}>
              <div className={classes['fill']} />
            </Card>
          </PageCell>
        )),
      )}
    </PageGrid>
  )
}
