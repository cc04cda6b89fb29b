// Lists the words that no portal's texts contain, with replacements; a portal adds its own under `words` in
// site.json.

export interface ForbiddenWord {
  readonly not: string
  /** The replacement. */
  readonly use?: string
  /** The advice, if no single word replaces it. */
  readonly say?: string
  /** Longer words that hold it and are right. */
  readonly except?: readonly string[]
  /** Wrong only where the text ends with it. */
  readonly last?: true
}

/** Characters that are often taken for each other, and words that the standard tongue writes otherwise. */
const MISSPELT: readonly (readonly [not: string, use: string, ...except: string[]])[] = [
  ['登陆', '登录', '台风登陆', '登陆台风', '登陆我国', '登陆点', '登陆地', '登陆艇', '登陆舰'],
  ['帐号', '账号'],
  ['帐户', '账户'],
  ['帐单', '账单'],
  ['其它', '其他'],
  ['缺省', '默认'],
  ['阀值', '阈值'],
  ['布署', '部署'],
  ['图象', '图像'],
  ['录象', '录像'],
  ['象素', '像素'],
  ['反溃', '反馈'],
  ['报歉', '抱歉'],
  ['以经', '已经', '以经济', '以经营', '以经验', '以经办', '以经纬', '以经费', '以经过', '以经销'],
  ['既使', '即使'],
  ['稍侯', '稍候'],
  ['稍候再试', '稍后再试'],
  ['稍候重试', '稍后重试'],
  ['必需填写', '必须填写'],
]

const WHAT_HAPPENED = '说明发生了什么、如何处理'
const WHAT_IS_WRONG = '说明哪一项有误、如何填写'
const WHAT_COMES_HERE = '说明此处将显示什么、如何产生'

/** Of those who write programs, which tell a reader nothing. */
const PROGRAMMERS: readonly (readonly [say: string, ...words: string[]])[] = [
  [
    WHAT_HAPPENED,
    '系统异常',
    '系统错误',
    '程序异常',
    '数据异常',
    '网络异常',
    '接口异常',
    '接口错误',
    '服务器错误',
    '服务器异常',
    '未知错误',
    '请求失败',
    '空指针',
    'undefined',
  ],
  [WHAT_IS_WRONG, '参数错误', '非法参数', '非法字符', '非法输入', '非法操作', '非法请求'],
  ['说明完成了什么，如“已保存”', '操作成功'],
  [WHAT_COMES_HERE, '暂无数据', '数据为空'],
]

export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  ...MISSPELT.map(([not, use, ...except]) => ({ not, use, except })),
  ...PROGRAMMERS.flatMap(([say, ...words]) => words.map((not) => ({ not, say }))),
  // “保存失败，请稍后重试” says what to do; “保存失败” leaves the reader alone.
  ...['失败', '失败！', '失败。'].map((not) => ({ not, say: '补充如何处理', last: true as const })),
]

/** Matches words and marks doubled by mistake, but not two that belong to words of their own: 申请请示, 目的的. */
export const DOUBLED =
  /(?<![申邀聘提敬])请请|(?<![目标])的的(?!确)|您您|把把|(?<!以)及及(?!时)|与与|。。|，，|、、|；；|：：|？？|“{2}|”{2}|《{2}|》{2}/g
