// Owns what the search says when it has nothing to show: what to try next.
import { Empty } from '../ui/empty.tsx'

export function SearchAdvice({ keyWord }: { readonly keyWord: string }) {
  if (keyWord === '') return <Empty text="请输入要查找的内容，两个字即可" />
  return (
    <Empty text={`没有找到与“${keyWord}”有关的内容`}>
      <ul className="eq-advice">
        <li>检查有没有错别字</li>
        <li>换一个更短、更常用的词，例如用“排水”代替“城市内涝排水作业”</li>
        <li>看看热搜词，或者从导航进入栏目查找</li>
      </ul>
    </Empty>
  )
}
