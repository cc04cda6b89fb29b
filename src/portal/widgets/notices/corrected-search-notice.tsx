// Draws the notice that the search corrected a typing error, with a link to the results of the original words.

interface Props {
  readonly keyWord: string
  readonly meant: string
  readonly onExact: () => void
}

export function CorrectedSearchNotice({ keyWord, meant, onExact }: Props) {
  return (
    <p className="eq-corrected" role="status">
      已显示“{meant}”的结果，
      <button type="button" className="eq-link-button" onClick={onExact}>
        仍搜索“{keyWord}”
      </button>
    </p>
  )
}
