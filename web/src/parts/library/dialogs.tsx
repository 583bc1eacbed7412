// Dialogs for editing a saved puzzle and for collections.
import { createResource, createSignal, For, Show, type JSX } from "solid-js";
import { Dialog } from "../dialog";
import { words } from "../errors";
import { type Item, type Shelf } from "../../state/shelf";
import { t } from "../../texts";
import { version, toldAnew } from "./common";

export function EditDialog(props: {
  item: Item;
  collections: readonly { id: number; name: string }[];
  close: () => void;
  save: (change: Partial<Item>) => Promise<void>;
}): JSX.Element {
  let form!: HTMLFormElement;
  const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";
  const save = () => {
    const { item } = props;
    const change = {
      title: field("title").trim(),
      author: field("author").trim(),
      tags: [...new Set(field("tags").split(",").map((tag) => tag.trim()).filter(Boolean))],
      notes: field("notes"),
      ...(props.collections.length ? { collection: Number(field("collection")) } : {}),
    };
    const changed = Object.entries(change).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(item[key as keyof Item]));
    props.close();
    if (changed.length) void props.save(Object.fromEntries(changed) as Partial<Item>);
  };
  return (
    <Dialog title={t("library.editThis", { name: props.item.title || t("common.untitled") })} close={props.close}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label class="field">
          {t("library.title")}
          <input type="text" name="title" value={props.item.title} autofocus />
        </label>
        <label class="field">
          {t("library.author")}
          <input type="text" name="author" value={props.item.author} />
        </label>
        <label class="field">
          {t("library.tagsWithCommas")}
          <input type="text" name="tags" value={props.item.tags.join(", ")} />
        </label>
        <label class="field">
          {t("library.notes")}
          <textarea name="notes" rows="4" value={props.item.notes} />
        </label>
        <Show when={props.collections.length}>
          <label class="field">
            {t("library.collection")}
            <select name="collection">
              <For each={props.collections}>
                {(one) => (
                  <option value={one.id} selected={props.item.collection === one.id}>
                    {one.name}
                  </option>
                )}
              </For>
            </select>
          </label>
        </Show>
        <div class="buttons">
          <button type="submit" class="primary">
            {t("library.save")}
          </button>
          <button type="button" onClick={props.close}>
            {t("common.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function TagDialog(props: { tags: readonly string[]; close: () => void; save: (tag: string) => Promise<void> }): JSX.Element {
  const [tag, setTag] = createSignal("");
  return (
    <Dialog title={t("library.addTag")} close={props.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!tag().trim()) return;
          props.close();
          void props.save(tag().trim());
        }}
      >
        <label class="field">
          {t("library.tag")}
          <input type="text" list="known-tags" autofocus onInput={(event) => setTag(event.currentTarget.value)} />
        </label>
        <datalist id="known-tags">
          <For each={props.tags}>{(one) => <option value={one} />}</For>
        </datalist>
        <div class="buttons">
          <button type="submit" class="primary" disabled={!tag().trim()}>
            {t("library.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function CollectionsDialog(props: { shelf: Shelf; close: () => void }): JSX.Element {
  const [list] = createResource(version, () => props.shelf.collections());
  const [name, setName] = createSignal("");
  const [wrong, setWrong] = createSignal("");
  const [sure, setSure] = createSignal<number>();
  const does = async (work: () => Promise<unknown>) => {
    setWrong("");
    try {
      await work();
    } catch (error) {
      setWrong(words(error));
    }
    toldAnew();
  };
  return (
    <Dialog title={t("library.collectionsTitle")} close={props.close}>
      <ul class="collection-list">
        <For each={list.latest}>
          {(one) => (
            <li>
              <input
                type="text"
                aria-label={t("library.collectionName", { name: one.name })}
                value={one.name}
                onChange={(event) => {
                  const name = event.currentTarget.value.trim();
                  if (name && name !== one.name) void does(() => props.shelf.renameCollection(one.id, name));
                  else event.currentTarget.value = one.name;
                }}
              />
              <span>{t("library.puzzles", { count: one.puzzles })}</span>
              <button
                type="button"
                onClick={() => {
                  // Deleting a collection with puzzles needs a second press, as it cannot be undone.
                  if (one.puzzles && sure() !== one.id) setSure(one.id);
                  else void does(() => props.shelf.removeCollection(one.id));
                }}
              >
                {sure() === one.id ? t("library.removeWith", { count: one.puzzles }) : `${t("common.remove")}`}
                <span class="hidden-text">: {one.name}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!name().trim()) return;
          void does(() => props.shelf.addCollection(name().trim()));
          setName("");
        }}
      >
        <label class="field">
          {t("library.newCollection")}
          <input type="text" value={name()} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <div class="buttons">
          <button type="submit" class="primary" disabled={!name().trim()}>
            {t("library.add")}
          </button>
        </div>
      </form>
      <p class="wrong" role="alert">
        {wrong()}
      </p>
    </Dialog>
  );
}
