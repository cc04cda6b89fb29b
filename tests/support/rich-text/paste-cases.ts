// Articles as Word, WPS and WeChat put them into the clipboard, and what the editor makes of them.
import { readFileSync } from 'node:fs'
import { PNG } from '../real-files.ts'

const read = (name: string) => readFileSync(`tests/support/rich-text/paste-${name}.txt`, 'utf8')

interface PasteCase {
  readonly from: string
  readonly html: string
  /** As the editor hands it on, without line breaks. */
  readonly kept: readonly string[]
}

export const PASTE_CASES: readonly PasteCase[] = [
  {
    from: 'Word',
    html: read('word'),
    kept: [
      '<h1 data-align="center">排涝设备调用通知</h1>',
      '<p data-indent="first">各有关单位：请于<strong>五日内</strong>完成<u>泵车</u>、<strong>管路</strong>的检查，面积按m<sup>2</sup>填报。</p>',
      '<p>&nbsp;</p>',
      '<ol><li><p>检查油料</p><ul><li><p>柴油</p></li><li><p>机油</p></li></ul></li><li><p>登记编号</p></li></ol>',
      '<p>二、联系方式</p>',
      '<table><tbody><tr><td colspan="2"><p data-align="center"><strong>联系人</strong></p></td></tr>',
      '<tr><td><p>张三</p></td><td><p>一组</p></td></tr></tbody></table>',
      '<p data-align="right">示例单位</p>',
    ],
  },
  {
    from: 'Word with footnotes',
    html: `<p class=MsoNormal>额定流量<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference>[1]</span><![endif]></span></span></a>按新标准<a style='mso-footnote-id:ftn2' href="#_ftn2"
name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a>填报。</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1"
name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> 指单机流量。</p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a style='mso-footnote-id:ftn2' href="#_ftnref2"
name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> 2025 年发布。</p></div></div>`,
    kept: [
      '<p>额定流量<span data-note="foot">指单机流量。</span>按新标准<span data-note="foot">2025 年发布。</span>填报。</p>',
    ],
  },
  {
    from: 'LibreOffice with a footnote',
    html: '<p>额定流量<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>。</p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>指单机流量。</p></div>',
    kept: ['<p>额定流量<span data-note="foot">指单机流量。</span>。</p>'],
  },
  {
    from: 'WPS',
    html: read('wps'),
    kept: [
      '<h2><strong>一、设备清单</strong></h2>',
      '<p data-indent="first">请核对<strong><u>型号与数量</u></strong>。</p>',
      '<ul><li><p>移动泵车</p></li><li><p>照明车</p></li></ul>',
      '<table><tbody><tr><td><p data-align="center">型号</p></td><td rowspan="2"><p data-align="center">2</p></td></tr>',
      '<tr><td><p><s>QP-600</s></p></td></tr></tbody></table>',
    ],
  },
  {
    from: 'WeChat',
    html: read('wechat'),
    kept: [
      '<p data-align="center"><strong>强降雨处置要点</strong></p>',
      '<p>第一段，出发前检查。</p>',
      '<p><br></p>',
      '<p>1</p>',
      '<p>第二段，到达后登记。</p>',
      '<ul><li><p>水泵</p><ul><li><p>软管</p></li></ul></li><li><p>电缆</p></li></ul>',
      '<p>流量</p><p>3000</p>',
      '<p data-indent="first"><strong>注意安全</strong>，随时报告</p>',
      '<blockquote><p>来源：示例</p></blockquote>',
    ],
  },
]

/** Two pictures of a Word document: a PNG file, and a drawing of Windows that no browser shows. */
export const WORD_PICTURES = {
  html: '<p>前</p><p><!--[if gte vml 1]><v:shape></v:shape><![endif]--><![if !vml]><img width=1 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png"><![endif]></p><p>中<img src="file:///C:/Temp/msohtmlclip1/01/clip_image002.emz"></p>',
  rtf: [
    '{\\rtf1\\ansi{\\*\\listpicture{\\*\\shppict{\\pict\\pngblip 89504e47}}}{\\fonttbl{\\f0 Times;}}\\pard 1\\par',
    '{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw10\\pich10\\pngblip\\bliptag-12{\\*\\blipuid 0f0f}',
    `${PNG.toString('hex').replaceAll(/(.{128})/g, '$1\r\n')}}}{\\nonshppict{\\pict\\picw10\\wmetafile8 0100}}\\par`,
    '{\\*\\shppict{\\pict\\emfblip 0100000058}}{\\nonshppict{\\pict\\wmetafile8 0100}}}',
  ].join('\r\n'),
} as const
