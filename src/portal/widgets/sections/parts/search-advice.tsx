// Draws the advice of a search without results: a possible correction, and further suggestions.
import type { ReactNode } from 'react'
import { Empty } from '#portal/ui/empty.tsx'

interface Props {
  readonly keyWord: string
  /** Link to a search that finds something. */
  readonly meant?: ReactNode
}

export function SearchAdvice({ keyWord, meant }: Props) {
  if (keyWord === '') return <Empty text="请输入要查找的内容，两个字即可" />
  return (
    <Empty text={`没有找到与“${keyWord}”有关的内容`}>
      {meant ? <p className="eq-meant">您要找的是不是：{meant}</p> : null}
      <ul className="eq-advice">
        <li>检查有没有错别字</li>
        <li>换一个更短、更常用的词，例如用“排水”代替“城市内涝排水作业”</li>
        <li>查看热搜词，或从导航进入栏目查找</li>
      </ul>
    </Empty>
  )
}
