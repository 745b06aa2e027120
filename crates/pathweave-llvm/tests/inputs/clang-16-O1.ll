; ModuleID = 'm.c'
source_filename = "m.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i8, [5 x i8] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [3 x i8] c"x\0A\00", align 1, !dbg !0
@names = dso_local local_unnamed_addr global [2 x ptr] [ptr @.str, ptr null], align 16, !dbg !7
@pi = dso_local local_unnamed_addr global double 3.140000e+00, align 8, !dbg !17
@table = dso_local local_unnamed_addr global [2 x ptr] [ptr @other, ptr null], align 16, !dbg !20
@jump.t = internal global [2 x ptr] [ptr blockaddress(@jump, %return), ptr blockaddress(@jump, %b)], align 16, !dbg !31
@count = internal global i32 0, align 4, !dbg !44
@.str.1 = private unnamed_addr constant [3 x i8] c"%d\00", align 1, !dbg !42

declare !dbg !54 extern_weak i32 @other(ptr noundef, ...) #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable
define dso_local ptr @jump(i32 noundef %x) #1 !dbg !33 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !38, metadata !DIExpression()), !dbg !56
  %idxprom = sext i32 %x to i64, !dbg !57
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @jump.t, i64 0, i64 %idxprom, !dbg !57
  %0 = load ptr, ptr %arrayidx, align 8, !dbg !57, !tbaa !58
  indirectbr ptr %0, [label %return, label %b]

b:                                                ; preds = %entry
  call void @llvm.dbg.label(metadata !40), !dbg !62
  br label %return, !dbg !63

return:                                           ; preds = %entry, %b
  %retval.0 = phi ptr [ @jump.t, %b ], [ null, %entry ], !dbg !64
  ret ptr %retval.0, !dbg !65
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.label(metadata) #2

; Function Attrs: nounwind uwtable
define dso_local i32 @walk(ptr nocapture noundef readonly byval(%struct.node) align 8 %n, ptr noundef readonly %list, i32 noundef %k) local_unnamed_addr #3 !dbg !66 {
entry:
  call void @llvm.dbg.declare(metadata ptr %n, metadata !80, metadata !DIExpression()), !dbg !84
  call void @llvm.dbg.value(metadata ptr %list, metadata !81, metadata !DIExpression()), !dbg !85
  call void @llvm.dbg.value(metadata i32 %k, metadata !82, metadata !DIExpression()), !dbg !85
  call void @llvm.dbg.value(metadata i32 0, metadata !83, metadata !DIExpression()), !dbg !85
  %tobool.not10 = icmp eq ptr %list, null, !dbg !86
  br i1 %tobool.not10, label %for.end, label %for.body, !dbg !86

for.body:                                         ; preds = %entry, %for.inc
  %list.addr.012 = phi ptr [ %1, %for.inc ], [ %list, %entry ]
  %sum.011 = phi i32 [ %sum.1, %for.inc ], [ 0, %entry ]
  call void @llvm.dbg.value(metadata ptr %list.addr.012, metadata !81, metadata !DIExpression()), !dbg !85
  call void @llvm.dbg.value(metadata i32 %sum.011, metadata !83, metadata !DIExpression()), !dbg !85
  %0 = load i32, ptr %list.addr.012, align 8, !dbg !88, !tbaa !91
  switch i32 %0, label %sw.default [
    i32 1, label %for.inc
    i32 -7, label %sw.bb1
  ], !dbg !94

sw.bb1:                                           ; preds = %for.body
  call void @llvm.dbg.value(metadata !DIArgList(i32 %sum.011, i32 %k), metadata !83, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !85
  br label %for.inc, !dbg !95

sw.default:                                       ; preds = %for.body
  %bits = getelementptr inbounds %struct.node, ptr %list.addr.012, i64 0, i32 2, !dbg !97
  %bf.load = load i8, ptr %bits, align 8, !dbg !97
  %bf.clear = and i8 %bf.load, 7, !dbg !97
  %bf.cast = zext i8 %bf.clear to i32, !dbg !97
  call void @llvm.dbg.value(metadata !DIArgList(i32 %sum.011, i32 %bf.cast), metadata !83, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !85
  br label %for.inc, !dbg !98

for.inc:                                          ; preds = %for.body, %sw.bb1, %sw.default
  %bf.cast.pn = phi i32 [ %bf.cast, %sw.default ], [ %k, %sw.bb1 ], [ %0, %for.body ]
  %sum.1 = add i32 %bf.cast.pn, %sum.011, !dbg !99
  call void @llvm.dbg.value(metadata i32 %sum.1, metadata !83, metadata !DIExpression()), !dbg !85
  %next = getelementptr inbounds %struct.node, ptr %list.addr.012, i64 0, i32 1, !dbg !100
  %1 = load ptr, ptr %next, align 8, !dbg !100, !tbaa !101
  call void @llvm.dbg.value(metadata ptr %1, metadata !81, metadata !DIExpression()), !dbg !85
  %tobool.not = icmp eq ptr %1, null, !dbg !86
  br i1 %tobool.not, label %for.end, label %for.body, !dbg !86, !llvm.loop !102

for.end:                                          ; preds = %for.inc, %entry
  %sum.0.lcssa = phi i32 [ 0, %entry ], [ %sum.1, %for.inc ], !dbg !85
  %2 = atomicrmw add ptr @count, i32 1 seq_cst, align 4, !dbg !106
  br i1 icmp ne (ptr @other, ptr null), label %if.then, label %if.end, !dbg !107

if.then:                                          ; preds = %for.end
  %3 = load i32, ptr %n, align 8, !dbg !108, !tbaa !91
  %4 = load double, ptr @pi, align 8, !dbg !110, !tbaa !111
  %call = tail call i32 (ptr, ...) @other(ptr noundef nonnull @.str.1, i32 noundef %3, double noundef %4) #9, !dbg !113
  br label %if.end, !dbg !113

if.end:                                           ; preds = %if.then, %for.end
  ret i32 %sum.0.lcssa, !dbg !114
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nofree nosync nounwind willreturn uwtable
define dso_local i32 @total(i32 noundef %n, ...) local_unnamed_addr #5 !dbg !115 {
entry:
  %ap = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.dbg.value(metadata i32 %n, metadata !119, metadata !DIExpression()), !dbg !135
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %ap) #9, !dbg !136
  call void @llvm.dbg.declare(metadata ptr %ap, metadata !120, metadata !DIExpression()), !dbg !137
  call void @llvm.va_start(ptr nonnull %ap), !dbg !138
  %gp_offset = load i32, ptr %ap, align 16, !dbg !139
  %fits_in_gp = icmp ult i32 %gp_offset, 41, !dbg !139
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !139

vaarg.in_reg:                                     ; preds = %entry
  %0 = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 3, !dbg !139
  %reg_save_area = load ptr, ptr %0, align 16, !dbg !139
  %1 = sext i32 %gp_offset to i64, !dbg !139
  %2 = getelementptr i8, ptr %reg_save_area, i64 %1, !dbg !139
  %3 = add i32 %gp_offset, 8, !dbg !139
  store i32 %3, ptr %ap, align 16, !dbg !139
  br label %vaarg.end, !dbg !139

vaarg.in_mem:                                     ; preds = %entry
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 2, !dbg !139
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !139
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i64 8, !dbg !139
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !139
  br label %vaarg.end, !dbg !139

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %2, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !139
  %4 = load i32, ptr %vaarg.addr, align 4, !dbg !139
  call void @llvm.dbg.value(metadata i32 %4, metadata !134, metadata !DIExpression()), !dbg !135
  call void @llvm.va_end(ptr %ap), !dbg !140
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %ap) #9, !dbg !141
  ret i32 %4, !dbg !142
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #6

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @add(ptr noalias nocapture noundef %a, ptr noalias nocapture noundef readonly %b) local_unnamed_addr #7 !dbg !143 {
entry:
  call void @llvm.dbg.value(metadata ptr %a, metadata !149, metadata !DIExpression()), !dbg !153
  call void @llvm.dbg.value(metadata ptr %b, metadata !150, metadata !DIExpression()), !dbg !153
  call void @llvm.dbg.value(metadata i32 0, metadata !151, metadata !DIExpression()), !dbg !154
  br label %for.body, !dbg !155

for.cond.cleanup:                                 ; preds = %for.body
  ret void, !dbg !156

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  call void @llvm.dbg.value(metadata i64 %indvars.iv, metadata !151, metadata !DIExpression()), !dbg !154
  %arrayidx = getelementptr inbounds i32, ptr %b, i64 %indvars.iv, !dbg !157
  %0 = load i32, ptr %arrayidx, align 4, !dbg !157, !tbaa !159
  %arrayidx2 = getelementptr inbounds i32, ptr %a, i64 %indvars.iv, !dbg !160
  %1 = load i32, ptr %arrayidx2, align 4, !dbg !161, !tbaa !159
  %add = add nsw i32 %1, %0, !dbg !161
  store i32 %add, ptr %arrayidx2, align 4, !dbg !161, !tbaa !159
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !162
  call void @llvm.dbg.value(metadata i64 %indvars.iv.next, metadata !151, metadata !DIExpression()), !dbg !154
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64, !dbg !163
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !dbg !155, !llvm.loop !164
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #8

attributes #0 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nofree nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #7 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!47, !48, !49, !50, !51, !52}
!llvm.ident = !{!53}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 5, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "m.c", directory: "/src", checksumkind: CSK_MD5, checksum: "8fbb5be1fafccb566458ddd033537743")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 24, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 3)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "names", scope: !9, file: !2, line: 5, type: !46, isLocal: false, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !10, globals: !16, splitDebugInlining: false, nameTableKind: None)
!10 = !{!11}
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !2, line: 3, baseType: !12, size: 32, elements: !13)
!12 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!13 = !{!14, !15}
!14 = !DIEnumerator(name: "A", value: 0)
!15 = !DIEnumerator(name: "B", value: 4)
!16 = !{!0, !7, !17, !20, !31, !42, !44}
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "pi", scope: !9, file: !2, line: 5, type: !19, isLocal: false, isDefinition: true)
!19 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "table", scope: !9, file: !2, line: 5, type: !22, isLocal: false, isDefinition: true)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, size: 128, elements: !29)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = !DISubroutineType(types: !25)
!25 = !{!26, !27, null}
!26 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!28 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!29 = !{!30}
!30 = !DISubrange(count: 2)
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "t", scope: !33, file: !2, line: 6, type: !41, isLocal: true, isDefinition: true)
!33 = distinct !DISubprogram(name: "jump", scope: !2, file: !2, line: 6, type: !34, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !37)
!34 = !DISubroutineType(types: !35)
!35 = !{!36, !26}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!37 = !{!38, !39, !40}
!38 = !DILocalVariable(name: "x", arg: 1, scope: !33, file: !2, line: 6, type: !26)
!39 = !DILabel(scope: !33, name: "a", file: !2, line: 6)
!40 = !DILabel(scope: !33, name: "b", file: !2, line: 6)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 128, elements: !29)
!42 = !DIGlobalVariableExpression(var: !43, expr: !DIExpression())
!43 = distinct !DIGlobalVariable(scope: null, file: !2, line: 11, type: !3, isLocal: true, isDefinition: true)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(name: "count", scope: !9, file: !2, line: 4, type: !26, isLocal: true, isDefinition: true)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !27, size: 128, elements: !29)
!47 = !{i32 7, !"Dwarf Version", i32 5}
!48 = !{i32 2, !"Debug Info Version", i32 3}
!49 = !{i32 1, !"wchar_size", i32 4}
!50 = !{i32 8, !"PIC Level", i32 2}
!51 = !{i32 7, !"PIE Level", i32 2}
!52 = !{i32 7, !"uwtable", i32 2}
!53 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!54 = !DISubprogram(name: "other", scope: !2, file: !2, line: 4, type: !24, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !55)
!55 = !{}
!56 = !DILocation(line: 0, scope: !33)
!57 = !DILocation(line: 6, column: 58, scope: !33)
!58 = !{!59, !59, i64 0}
!59 = !{!"any pointer", !60, i64 0}
!60 = !{!"omnipotent char", !61, i64 0}
!61 = !{!"Simple C/C++ TBAA"}
!62 = !DILocation(line: 6, column: 77, scope: !33)
!63 = !DILocation(line: 6, column: 80, scope: !33)
!64 = !DILocation(line: 6, scope: !33)
!65 = !DILocation(line: 6, column: 90, scope: !33)
!66 = distinct !DISubprogram(name: "walk", scope: !2, file: !2, line: 7, type: !67, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !79)
!67 = !DISubroutineType(types: !68)
!68 = !{!26, !69, !73, !11}
!69 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 2, size: 192, elements: !70)
!70 = !{!71, !72, !74, !75}
!71 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !69, file: !2, line: 2, baseType: !26, size: 32)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !69, file: !2, line: 2, baseType: !73, size: 64, offset: 64)
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !69, size: 64)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !69, file: !2, line: 2, baseType: !12, size: 3, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!75 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !69, file: !2, line: 2, baseType: !76, size: 40, offset: 136)
!76 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !77)
!77 = !{!78}
!78 = !DISubrange(count: 5)
!79 = !{!80, !81, !82, !83}
!80 = !DILocalVariable(name: "n", arg: 1, scope: !66, file: !2, line: 7, type: !69)
!81 = !DILocalVariable(name: "list", arg: 2, scope: !66, file: !2, line: 7, type: !73)
!82 = !DILocalVariable(name: "k", arg: 3, scope: !66, file: !2, line: 7, type: !11)
!83 = !DILocalVariable(name: "sum", scope: !66, file: !2, line: 8, type: !26)
!84 = !DILocation(line: 7, column: 22, scope: !66)
!85 = !DILocation(line: 0, scope: !66)
!86 = !DILocation(line: 9, column: 3, scope: !87)
!87 = distinct !DILexicalBlock(scope: !66, file: !2, line: 9, column: 3)
!88 = !DILocation(line: 9, column: 51, scope: !89)
!89 = distinct !DILexicalBlock(scope: !90, file: !2, line: 9, column: 35)
!90 = distinct !DILexicalBlock(scope: !87, file: !2, line: 9, column: 3)
!91 = !{!92, !93, i64 0}
!92 = !{!"node", !93, i64 0, !59, i64 8, !93, i64 16, !60, i64 17}
!93 = !{!"int", !60, i64 0}
!94 = !DILocation(line: 9, column: 37, scope: !89)
!95 = !DILocation(line: 9, column: 99, scope: !96)
!96 = distinct !DILexicalBlock(scope: !89, file: !2, line: 9, column: 56)
!97 = !DILocation(line: 9, column: 128, scope: !96)
!98 = !DILocation(line: 9, column: 134, scope: !96)
!99 = !DILocation(line: 9, scope: !96)
!100 = !DILocation(line: 9, column: 29, scope: !90)
!101 = !{!92, !59, i64 8}
!102 = distinct !{!102, !86, !103, !104, !105}
!103 = !DILocation(line: 9, column: 136, scope: !87)
!104 = !{!"llvm.loop.mustprogress"}
!105 = !{!"llvm.loop.unroll.disable"}
!106 = !DILocation(line: 10, column: 3, scope: !66)
!107 = !DILocation(line: 11, column: 7, scope: !66)
!108 = !DILocation(line: 11, column: 28, scope: !109)
!109 = distinct !DILexicalBlock(scope: !66, file: !2, line: 11, column: 7)
!110 = !DILocation(line: 11, column: 33, scope: !109)
!111 = !{!112, !112, i64 0}
!112 = !{!"double", !60, i64 0}
!113 = !DILocation(line: 11, column: 14, scope: !109)
!114 = !DILocation(line: 12, column: 3, scope: !66)
!115 = distinct !DISubprogram(name: "total", scope: !2, file: !2, line: 14, type: !116, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !118)
!116 = !DISubroutineType(types: !117)
!117 = !{!26, !26, null}
!118 = !{!119, !120, !134}
!119 = !DILocalVariable(name: "n", arg: 1, scope: !115, file: !2, line: 14, type: !26)
!120 = !DILocalVariable(name: "ap", scope: !115, file: !2, line: 14, type: !121)
!121 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !122, line: 22, baseType: !123)
!122 = !DIFile(filename: "/usr/lib/llvm-16/lib/clang/16/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4c819f80dd915987182e9ab226e27a5a")
!123 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !124, baseType: !125)
!124 = !DIFile(filename: "m.c", directory: "/src")
!125 = !DICompositeType(tag: DW_TAG_array_type, baseType: !126, size: 192, elements: !132)
!126 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !127)
!127 = !{!128, !129, !130, !131}
!128 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !126, file: !124, line: 14, baseType: !12, size: 32)
!129 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !126, file: !124, line: 14, baseType: !12, size: 32, offset: 32)
!130 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !126, file: !124, line: 14, baseType: !36, size: 64, offset: 64)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !126, file: !124, line: 14, baseType: !36, size: 64, offset: 128)
!132 = !{!133}
!133 = !DISubrange(count: 1)
!134 = !DILocalVariable(name: "s", scope: !115, file: !2, line: 14, type: !26)
!135 = !DILocation(line: 0, scope: !115)
!136 = !DILocation(line: 14, column: 25, scope: !115)
!137 = !DILocation(line: 14, column: 33, scope: !115)
!138 = !DILocation(line: 14, column: 37, scope: !115)
!139 = !DILocation(line: 14, column: 62, scope: !115)
!140 = !DILocation(line: 14, column: 79, scope: !115)
!141 = !DILocation(line: 14, column: 101, scope: !115)
!142 = !DILocation(line: 14, column: 91, scope: !115)
!143 = distinct !DISubprogram(name: "add", scope: !2, file: !2, line: 15, type: !144, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !148)
!144 = !DISubroutineType(types: !145)
!145 = !{null, !146, !146}
!146 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !147)
!147 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!148 = !{!149, !150, !151}
!149 = !DILocalVariable(name: "a", arg: 1, scope: !143, file: !2, line: 15, type: !146)
!150 = !DILocalVariable(name: "b", arg: 2, scope: !143, file: !2, line: 15, type: !146)
!151 = !DILocalVariable(name: "i", scope: !152, file: !2, line: 15, type: !26)
!152 = distinct !DILexicalBlock(scope: !143, file: !2, line: 15, column: 46)
!153 = !DILocation(line: 0, scope: !143)
!154 = !DILocation(line: 0, scope: !152)
!155 = !DILocation(line: 15, column: 46, scope: !152)
!156 = !DILocation(line: 15, column: 89, scope: !143)
!157 = !DILocation(line: 15, column: 83, scope: !158)
!158 = distinct !DILexicalBlock(scope: !152, file: !2, line: 15, column: 46)
!159 = !{!93, !93, i64 0}
!160 = !DILocation(line: 15, column: 75, scope: !158)
!161 = !DILocation(line: 15, column: 80, scope: !158)
!162 = !DILocation(line: 15, column: 71, scope: !158)
!163 = !DILocation(line: 15, column: 64, scope: !158)
!164 = distinct !{!164, !155, !165, !104, !105}
!165 = !DILocation(line: 15, column: 86, scope: !152)
