import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { RankingsScreen } from '#web/features/rankings/rankings-screen.tsx'

/** The rankings page. */
export default function Ranking() {
  return <RankingsScreen Head={PageHead} />
}
