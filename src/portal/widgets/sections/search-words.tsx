// Draws the section of search words: the user's own earlier ones and popular ones.

import { noteSearch, useSearchHistory } from '#portal/core/search/use-search-history.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import type { Link } from '#shared/model/page-model.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface WordListProps {
  readonly words: readonly string[]
  readonly link: Link | undefined
  readonly scope: SectionProps['scope']
}

function WordList({ words, link, scope }: WordListProps) {
  return (
    <ul className="eq-words">
      {keyed(words, (word) => word).map(({ key, entry: word }) => (
        <li key={key}>
          {link ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the link inside leads
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link is a click too
            <span onClick={() => noteSearch(word)}>
              <AppLink
                link={{ ...link, params: { ...link.params, keyWord: word } }}
                scope={scope}
                className="eq-chip"
              >
                {word}
              </AppLink>
            </span>
          ) : (
            <span className="eq-chip">{word}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function SearchWordsSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const history = useSearchHistory()
  const { link } = optionsOf<'sections/search-words'>(section)
  const hot = listOf(read.data)
    .map(({ word }) => toText(word))
    .filter((word) => word !== '')
  return (
    <SectionFrame section={section} scope={scope} read={read} isEmpty={hot.length === 0} empty="暂无热搜词">
      <WordList words={hot} link={link} scope={scope} />
      {history.words.length > 0 ? (
        <div className="eq-words-own">
          <div className="eq-words-head">
            <h3>搜索历史</h3>
            <Button look="text" icon="delete" onClick={() => void history.clear().catch(() => undefined)}>
              清空
            </Button>
          </div>
          <WordList words={history.words} link={link} scope={scope} />
        </div>
      ) : null}
    </SectionFrame>
  )
}
