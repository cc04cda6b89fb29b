// Draws the items to which an answer refers by their titles, read from the list of choices.
import { useRead } from '#portal/core/api/use-read.ts'
import type { RefChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import { useReferredTitle } from '#portal/widgets/items/reference-titles.ts'

interface Props {
  readonly choices: RefChoices
  readonly ids: readonly string[]
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** An item that is not in the list any more is read by itself for its title. */
export function AnswerReferences({ choices: { path, heading }, ids }: Props) {
  const { data, loading } = useRead<{ list: readonly Row[] }>(
    ids.length > 0 ? { path, params: { ids: ids.join(','), limit: 50 } } : null,
  )
  const titles = new Map(data?.list.map((row) => [row.id, String(row[heading] ?? row.title ?? row.id)]))
  const titleOf = useReferredTitle(titles, loading)
  return <>{ids.map(titleOf).join('、')}</>
}
