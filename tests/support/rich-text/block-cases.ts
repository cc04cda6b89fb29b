// Rich texts as people paste them, and what editor and server both make of them.
import { readFileSync } from 'node:fs'

const PICTURE = '/file/fileOperation/download/0f8fad5b-d9cb-469f-a165-70867728950e'

export const PASTED = readFileSync('tests/support/rich-text/paste-div.html', 'utf8')

/** Name, HTML as handed in, HTML as kept. */
export const BLOCK_CASES: readonly (readonly [string, string, string])[] = [
  [
    'a page with div, section, h5, dt and dd',
    PASTED,
    '<p>第一行</p><p>第二行</p><p>正文</p><p><span>要点一</span></p><p><span>要点二</span></p><h4>小节</h4><p>流量</p><p>3000</p><p>扬程</p><p>15</p>',
  ],
  ['blocks within blocks', '<div><div><div>甲</div></div><div></div><div> </div></div>', '<p>甲</p>'],
  ['text beside a block', '前<div>中</div>后', '<p>前</p><p>中</p><p>后</p>'],
  ['text beside a block within a block', '<div>前<p>中</p>后</div>', '<p>前</p><p>中</p><p>后</p>'],
  ['breaks', '<div>甲<br>乙</div>', '<p>甲<br>乙</p>'],
  ['an empty line', '<div>甲</div><div><br></div><div>乙</div>', '<p>甲</p><p><br></p><p>乙</p>'],
  ['no block at all', '甲<br>乙<b>丙</b>', '甲<br>乙<b>丙</b>'],
  ['lines without markup', '甲\n乙\r\n\r\n丙 < 3', '<p>甲</p><p>乙</p><p>丙 &lt; 3</p>'],
  [
    'blocks in cells, entries of lists and quotations',
    '<table><tbody><tr><td><div>甲</div><div>乙</div></td></tr></tbody></table><ul><li><div>丙</div></li></ul><blockquote><div>丁</div></blockquote>',
    '<table><tbody><tr><td><p>甲</p><p>乙</p></td></tr></tbody></table><ul><li><p>丙</p></li></ul><blockquote><p>丁</p></blockquote>',
  ],
  ['blocks in a heading', '<h2><div>甲</div><div>乙</div></h2>', '<h2>甲<br>乙</h2>'],
  ['a heading in a block', '<section><h1>题</h1>文</section>', '<h1>题</h1><p>文</p>'],
  ['blocks in an inline element', '<span><div>甲</div><div>乙</div></span>', '<p>甲</p><p>乙</p>'],
  ['blocks in an element that nobody knows', '<x-note>前<div>甲</div></x-note>', '<p>前</p><p>甲</p>'],
  ['small headings', '<h5>甲</h5><h6>乙</h6>', '<h4>甲</h4><h4>乙</h4>'],
  ['a menu', '<menu><li>甲</li></menu>', '<ul><li>甲</li></ul>'],
  ...['address', 'article', 'aside', 'center', 'details', 'dialog', 'fieldset', 'footer', 'form', 'header', 'hgroup', 'legend', 'main', 'nav', 'summary'].map(
    (tag) => [`two elements ${tag}`, `<${tag}>甲</${tag}><div>乙</div><${tag}>丙</${tag}>`, '<p>甲</p><p>乙</p><p>丙</p>'] as const,
  ),
  [
    'a picture in a block',
    `<div><img src="${PICTURE}" alt="图"></div><div>文</div>`,
    `<p><img src="${PICTURE}" alt="图"></p><p>文</p>`,
  ],
] // biome-ignore format: a table

/** An element that hides what follows where nobody closes it. */
export const SWALLOWING = [
  'svg', 'math', 'xmp', 'textarea', 'title', 'style', 'script', 'noembed', 'noframes', 'iframe', 'plaintext',
  'select', 'option', 'object', 'template', 'noscript', 'SVG', 'svg viewBox="0 0 1 1"', 'svg><style/', '!--',
  'svg><math><select', 'script src="x"',
] // biome-ignore format: a table

/** Texts that end within a tag, and what is kept of them. */
export const CUT_OFF: readonly (readonly [string, string])[] = [
  ['<p>甲</p><p title="乙>丙</p><p>丁</p>', '<p>甲</p><p>丙</p><p></p><p>丁</p>'],
  ['流量 Q<Qmax 且 H', '流量 Q&lt;Qmax 且 H'],
  ['甲<!乙', '甲&lt;!乙'],
]
