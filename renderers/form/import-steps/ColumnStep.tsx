import { Col, Flex, Row, Select, Tag } from "antd";
import { Fragment } from "react";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { importStepsMessages as texts } from "./import-steps-messages.ts";
import type { Mapping, ReadFile } from "./import-steps-types.ts";

interface ColumnStepProps {
  readonly file: ReadFile;
  readonly mapping: Mapping;
  readonly keyField: string | undefined;
  onMap(at: number, name: string | null): void;
  onKey(name: string | undefined): void;
}

/** An antd option's value is a text; a field's name is never this. */
const none = "";
/** Of 24 columns. */
const spans = [6, 9, 9] as const;

/** Which field each column of the file is, and whether rows that exist are changed. */
export function ColumnStep({ file, mapping, keyField, onMap, onKey }: ColumnStepProps) {
  const isMobile = useMedia(mobileQuery);
  const titleOf = (name: string) => file.fields.find((field) => field.name === name)?.title ?? name;
  const keys = file.keys.filter((name) => mapping.includes(name));
  // A field that only names rows is offered where it can name them.
  const fields = file.fields.filter(({ name, writable }) => writable || file.keys.includes(name));
  const options = [
    { value: none, label: texts.skip },
    ...fields.map(({ name, title, required }) => ({ value: name, label: required ? `${title} *` : title })),
  ];
  return (
    <>
      <div className="sc-hint">{`${file.fileName} · ${texts.rows(file.rows.length)}`}</div>
      <Row gutter={[16, 8]} align="middle">
        {isMobile
          ? null
          : [texts.fileColumn, texts.samples, texts.target].map((title, at) => (
              <Col key={title} span={spans[at] ?? 0} className="sc-hint">
                {title}
              </Col>
            ))}
        {file.columns.map(({ title, samples, field, by }, at) => {
          const name = title || texts.unnamed(at + 1);
          const chosen = mapping[at] ?? null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one file keep their places, and two may have one title
            <Fragment key={at}>
              <Col xs={24} md={spans[0]} className="sc-cut" title={name}>
                <b>{name}</b>
              </Col>
              <Col xs={24} md={spans[1]} className="sc-hint sc-cut" title={samples.join("，")}>
                {samples.join("，") || "—"}
              </Col>
              <Col xs={24} md={spans[2]}>
                <Flex gap={8} align="center">
                  <Select
                    className="sc-grow"
                    aria-label={name}
                    showSearch={{ optionFilterProp: "label" }}
                    value={chosen ?? none}
                    options={options}
                    onChange={(value) => onMap(at, value === none ? null : value)}
                  />
                  {by && by !== "title" && chosen === field ? <Tag>{texts.by[by]}</Tag> : null}
                </Flex>
              </Col>
            </Fragment>
          );
        })}
      </Row>
      {keys.length > 0 ? (
        <Flex gap={8} align="center" wrap>
          <span>{texts.key}</span>
          <Select
            style={{ width: 320, maxWidth: "100%" }}
            aria-label={texts.key}
            value={keyField ?? none}
            options={[
              { value: none, label: texts.allNew },
              ...keys.map((name) => ({ value: name, label: texts.byKey(titleOf(name)) })),
            ]}
            onChange={(value) => onKey(value === none ? undefined : value)}
          />
        </Flex>
      ) : null}
    </>
  );
}

/** Why the columns cannot be taken as they are. */
export function columnProblem(file: ReadFile, mapping: Mapping, keyField: string | undefined): string | undefined {
  if (mapping.every((name) => name === null)) return texts.nothing;
  // Rows that are only changed keep what the file does not say.
  if (keyField !== undefined) return undefined;
  const missing = file.fields.filter(({ name, required }) => required && !mapping.includes(name));
  return missing.length > 0 ? texts.missing(missing.map(({ title }) => title).join("、")) : undefined;
}
