// Owns adding an item to the set that is compared, and going there.
import { useNavigate } from 'react-router-dom'
import type { Link } from '../../shared/page-model.ts'
import { linkTo } from '../routing/link-to.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import type { Item } from '../widgets/widget-props.ts'
import { readCompareSet, withOneMore, writeCompareSet } from './compare-set.ts'

interface Props {
  readonly link: Link
  readonly item: Item
  readonly label: string
}

export function CompareButton({ link, item, label }: Props) {
  const navigate = useNavigate()
  const add = () => {
    const ids = withOneMore(readCompareSet(link.path), String(item.id))
    if (!ids) return toast.error('最多同时比对 4 项，请先移除一项')
    writeCompareSet(link.path, ids)
    navigate(linkTo({ path: link.path, params: { ids: ids.join(',') } }, {}))
  }
  return (
    <Button icon="compare" onClick={add}>
      {label}
    </Button>
  )
}
