// Provides the form written by hand: antd Form with one Form.Item per field and rules of its own.
import { Button, ConfigProvider, Form, Input, InputNumber, Select } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { type BenchField, benchFields, CHOICES } from '../form-fields.ts'

const count = Number(new URLSearchParams(location.search).get('fields') ?? 40)

function control(field: BenchField) {
  if (field.kind === 'number') return <InputNumber min={0} max={9999} style={{ width: '100%' }} />
  if (field.kind === 'choice') return <Select options={[...CHOICES]} />
  return <Input maxLength={60} />
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider locale={zhCN}>
    <Form layout="vertical" style={{ width: 800, margin: '0 auto' }}>
      {benchFields(count).map((field) => (
        <Form.Item
          key={field.name}
          name={field.name}
          label={field.title}
          rules={[
            { required: true, message: `请填写${field.title}` },
            ...(field.kind === 'text' ? [{ min: 2, message: `${field.title}至少 2 个字` }] : []),
          ]}
        >
          {control(field)}
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit">
        提交
      </Button>
    </Form>
  </ConfigProvider>,
)
