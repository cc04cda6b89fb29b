// Lists the words that passwords in China are made of, the commonest first; `password-strength.ts` spells the Chinese ones.

/** The words of people who run systems, walks over the keyboard, and numbers that sound like words. */
export const LATIN_WORDS: readonly string[] = (
  'password admin administrator root test user guest welcome letmein changeme iloveyou equipnet system ' +
  'manager woaini woxiangni nihao anquan yingji xiaofang woaini1314 5201314 1314520 a123456 aa123456 abc123 qwerty qwertyuiop asdfghjkl zxcvbnm qazwsx 1qaz2wsx ' +
  '1qaz@wsx qweasdzxc'
).split(' ')

const PLACES =
  '中国 北京 上海 天津 重庆 广东 广州 深圳 浙江 杭州 江苏 南京 苏州 山东 济南 青岛 河南 郑州 河北 石家庄 湖北 武汉 湖南 长沙 四川 成都 ' +
  '福建 福州 厦门 安徽 合肥 江西 南昌 陕西 西安 山西 太原 辽宁 沈阳 大连 吉林 长春 黑龙江 哈尔滨 云南 昆明 贵州 贵阳 广西 南宁 海南 海口 ' +
  '甘肃 兰州 青海 西宁 宁夏 银川 新疆 乌鲁木齐 西藏 拉萨 内蒙古 呼和浩特 香港 澳门 台湾 台北'
const PEOPLE =
  '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶 程 魏 ' +
  '苏 吕 丁 任 沈 姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 ' +
  '伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 小明 小红 宝宝 宝贝 老婆 老公 妈妈 爸爸 儿子 女儿'
const THINGS =
  '爱 密码 口令 登录 用户 管理员 管理 系统 测试 网站 平台 公司 单位 集团 中心 学校 大学 政府 部门 办公室 科技 信息 数据 ' +
  '网络 安全 指挥 调度 监管 局 厅 部 处 科 省 市 县 区 欢迎 加油 快乐 幸福 ' +
  '平安 健康 发财 吉祥 如意 新年 春节 生日 天天 开心 朋友 永远 阳光 太阳 月亮 星星 大海 天空 世界 未来 梦想 希望 生活 美丽 可爱 聪明'

/** Separated by spaces. */
export const CHINESE_WORDS: readonly string[] = `${THINGS} ${PLACES} ${PEOPLE}`.split(' ')
