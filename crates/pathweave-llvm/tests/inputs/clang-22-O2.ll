; ModuleID = 'm.c'
source_filename = "m.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i8, [5 x i8] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [3 x i8] c"x\0A\00", align 1, !dbg !0
@names = dso_local local_unnamed_addr global [2 x ptr] [ptr @.str, ptr null], align 16, !dbg !7
@pi = dso_local local_unnamed_addr global double 3.140000e+00, align 8, !dbg !17
@table = dso_local local_unnamed_addr global [2 x ptr] [ptr @other, ptr null], align 16, !dbg !20
@jump.t = internal global [2 x ptr] [ptr blockaddress(@jump, %6), ptr blockaddress(@jump, %5)], align 16, !dbg !31
@count = internal global i32 0, align 4, !dbg !44
@.str.1 = private unnamed_addr constant [3 x i8] c"%d\00", align 1, !dbg !42

declare !dbg !59 extern_weak i32 @other(ptr noundef, ...) #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local noundef ptr @jump(i32 noundef %0) local_unnamed_addr #1 !dbg !33 {
    #dbg_value(i32 %0, !38, !DIExpression(), !60)
  %2 = sext i32 %0 to i64, !dbg !61
  %3 = getelementptr inbounds ptr, ptr @jump.t, i64 %2, !dbg !61
  %4 = load ptr, ptr %3, align 8, !dbg !61, !tbaa !62
  indirectbr ptr %4, [label %6, label %5]

5:                                                ; preds = %1
    #dbg_label(!40, !64)
  br label %6, !dbg !65

6:                                                ; preds = %1, %5
  %7 = phi ptr [ @jump.t, %5 ], [ null, %1 ], !dbg !66
  ret ptr %7, !dbg !67
}

; Function Attrs: nounwind uwtable
define dso_local i32 @walk(ptr noundef readonly byval(%struct.node) align 8 captures(none) %0, ptr noundef readonly captures(address_is_null) %1, i32 noundef %2) local_unnamed_addr #2 !dbg !68 {
    #dbg_declare(ptr %0, !82, !DIExpression(), !86)
    #dbg_value(ptr %1, !83, !DIExpression(), !87)
    #dbg_value(i32 %2, !84, !DIExpression(), !87)
    #dbg_value(i32 0, !85, !DIExpression(), !87)
  %4 = icmp eq ptr %1, null, !dbg !88
  br i1 %4, label %21, label %5, !dbg !90

5:                                                ; preds = %3, %15
  %6 = phi ptr [ %19, %15 ], [ %1, %3 ]
  %7 = phi i32 [ %17, %15 ], [ 0, %3 ]
    #dbg_value(ptr %6, !83, !DIExpression(), !87)
    #dbg_value(i32 %7, !85, !DIExpression(), !87)
  %8 = load i32, ptr %6, align 8, !dbg !91, !tbaa !94
  switch i32 %8, label %10 [
    i32 1, label %15
    i32 -7, label %9
  ], !dbg !97

9:                                                ; preds = %5
    #dbg_value(!DIArgList(i32 %7, i32 %2), !85, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !87)
  br label %15, !dbg !98

10:                                               ; preds = %5
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 16, !dbg !100
  %12 = load i8, ptr %11, align 8, !dbg !100
  %13 = and i8 %12, 7, !dbg !100
  %14 = zext nneg i8 %13 to i32, !dbg !100
    #dbg_value(!DIArgList(i32 %7, i32 %14), !85, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !87)
  br label %15, !dbg !101

15:                                               ; preds = %5, %9, %10
  %16 = phi i32 [ %14, %10 ], [ %2, %9 ], [ %8, %5 ]
  %17 = add i32 %16, %7, !dbg !102
    #dbg_value(i32 %17, !85, !DIExpression(), !87)
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 8, !dbg !103
  %19 = load ptr, ptr %18, align 8, !dbg !104, !tbaa !105
    #dbg_value(ptr %19, !83, !DIExpression(), !87)
  %20 = icmp eq ptr %19, null, !dbg !106
  br i1 %20, label %21, label %5, !dbg !107, !llvm.loop !108

21:                                               ; preds = %15, %3
  %22 = phi i32 [ 0, %3 ], [ %17, %15 ], !dbg !87
  %23 = atomicrmw add ptr @count, i32 1 seq_cst, align 4, !dbg !112
  %24 = icmp eq ptr @other, null, !dbg !113
  br i1 %24, label %29, label %25, !dbg !115

25:                                               ; preds = %21
  %26 = load i32, ptr %0, align 8, !dbg !116, !tbaa !94
  %27 = load double, ptr @pi, align 8, !dbg !117, !tbaa !118
  %28 = tail call i32 (ptr, ...) @other(ptr noundef nonnull @.str.1, i32 noundef %26, double noundef %27) #7, !dbg !120
  br label %29, !dbg !120

29:                                               ; preds = %25, %21
  ret i32 %22, !dbg !121
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define dso_local i32 @total(i32 noundef %0, ...) local_unnamed_addr #4 !dbg !122 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16, !DIAssignID !141
    #dbg_assign(i1 poison, !127, !DIExpression(), !141, ptr %2, !DIExpression(), !142)
    #dbg_value(i32 %0, !126, !DIExpression(), !142)
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #7, !dbg !143
  call void @llvm.va_start.p0(ptr nonnull %2), !dbg !144
  %3 = load i32, ptr %2, align 16, !dbg !145
  %4 = icmp ult i32 %3, 41, !dbg !145
  br i1 %4, label %5, label %11, !dbg !145

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 16, !dbg !145
  %7 = load ptr, ptr %6, align 16, !dbg !145
  %8 = zext nneg i32 %3 to i64, !dbg !145
  %9 = getelementptr i8, ptr %7, i64 %8, !dbg !145
  %10 = add nuw nsw i32 %3, 8, !dbg !145
  store i32 %10, ptr %2, align 16, !dbg !145, !DIAssignID !146
    #dbg_assign(i32 %10, !127, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !146, ptr %2, !DIExpression(), !142)
  br label %15, !dbg !145

11:                                               ; preds = %1
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 8, !dbg !145
  %13 = load ptr, ptr %12, align 8, !dbg !145
  %14 = getelementptr i8, ptr %13, i64 8, !dbg !145
  store ptr %14, ptr %12, align 8, !dbg !145, !DIAssignID !147
    #dbg_assign(ptr %14, !127, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !147, ptr %12, !DIExpression(), !142)
  br label %15, !dbg !145

15:                                               ; preds = %11, %5
  %16 = phi ptr [ %9, %5 ], [ %13, %11 ], !dbg !145
  %17 = load i32, ptr %16, align 4, !dbg !148, !tbaa !55
    #dbg_value(i32 %17, !140, !DIExpression(), !142)
  call void @llvm.va_end.p0(ptr nonnull %2), !dbg !149
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #7, !dbg !150
  ret i32 %17, !dbg !151
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #5

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @add(ptr noalias noundef captures(none) %0, ptr noalias noundef readonly captures(none) %1) local_unnamed_addr #6 !dbg !152 {
    #dbg_value(ptr %0, !158, !DIExpression(), !162)
    #dbg_value(ptr %1, !159, !DIExpression(), !162)
    #dbg_value(i32 0, !160, !DIExpression(), !163)
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 16, !dbg !164
  %4 = load <4 x i32>, ptr %1, align 4, !dbg !164, !tbaa !55
  %5 = load <4 x i32>, ptr %3, align 4, !dbg !164, !tbaa !55
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 16, !dbg !166
  %7 = load <4 x i32>, ptr %0, align 4, !dbg !166, !tbaa !55
  %8 = load <4 x i32>, ptr %6, align 4, !dbg !166, !tbaa !55
  %9 = add nsw <4 x i32> %7, %4, !dbg !167
  %10 = add nsw <4 x i32> %8, %5, !dbg !167
  store <4 x i32> %9, ptr %0, align 4, !dbg !168, !tbaa !55
  store <4 x i32> %10, ptr %6, align 4, !dbg !168, !tbaa !55
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 32, !dbg !164
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 48, !dbg !164
  %13 = load <4 x i32>, ptr %11, align 4, !dbg !164, !tbaa !55
  %14 = load <4 x i32>, ptr %12, align 4, !dbg !164, !tbaa !55
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32, !dbg !169
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 48, !dbg !166
  %17 = load <4 x i32>, ptr %15, align 4, !dbg !166, !tbaa !55
  %18 = load <4 x i32>, ptr %16, align 4, !dbg !166, !tbaa !55
  %19 = add nsw <4 x i32> %17, %13, !dbg !170
  %20 = add nsw <4 x i32> %18, %14, !dbg !170
  store <4 x i32> %19, ptr %15, align 4, !dbg !171, !tbaa !55
  store <4 x i32> %20, ptr %16, align 4, !dbg !171, !tbaa !55
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 64, !dbg !164
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 80, !dbg !164
  %23 = load <4 x i32>, ptr %21, align 4, !dbg !164, !tbaa !55
  %24 = load <4 x i32>, ptr %22, align 4, !dbg !164, !tbaa !55
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 64, !dbg !169
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 80, !dbg !166
  %27 = load <4 x i32>, ptr %25, align 4, !dbg !166, !tbaa !55
  %28 = load <4 x i32>, ptr %26, align 4, !dbg !166, !tbaa !55
  %29 = add nsw <4 x i32> %27, %23, !dbg !172
  %30 = add nsw <4 x i32> %28, %24, !dbg !172
  store <4 x i32> %29, ptr %25, align 4, !dbg !173, !tbaa !55
  store <4 x i32> %30, ptr %26, align 4, !dbg !173, !tbaa !55
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 96, !dbg !164
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 112, !dbg !164
  %33 = load <4 x i32>, ptr %31, align 4, !dbg !164, !tbaa !55
  %34 = load <4 x i32>, ptr %32, align 4, !dbg !164, !tbaa !55
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 96, !dbg !169
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 112, !dbg !166
  %37 = load <4 x i32>, ptr %35, align 4, !dbg !166, !tbaa !55
  %38 = load <4 x i32>, ptr %36, align 4, !dbg !166, !tbaa !55
  %39 = add nsw <4 x i32> %37, %33, !dbg !174
  %40 = add nsw <4 x i32> %38, %34, !dbg !174
  store <4 x i32> %39, ptr %35, align 4, !dbg !175, !tbaa !55
  store <4 x i32> %40, ptr %36, align 4, !dbg !175, !tbaa !55
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 128, !dbg !164
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 144, !dbg !164
  %43 = load <4 x i32>, ptr %41, align 4, !dbg !164, !tbaa !55
  %44 = load <4 x i32>, ptr %42, align 4, !dbg !164, !tbaa !55
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 128, !dbg !169
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 144, !dbg !166
  %47 = load <4 x i32>, ptr %45, align 4, !dbg !166, !tbaa !55
  %48 = load <4 x i32>, ptr %46, align 4, !dbg !166, !tbaa !55
  %49 = add nsw <4 x i32> %47, %43, !dbg !176
  %50 = add nsw <4 x i32> %48, %44, !dbg !176
  store <4 x i32> %49, ptr %45, align 4, !dbg !177, !tbaa !55
  store <4 x i32> %50, ptr %46, align 4, !dbg !177, !tbaa !55
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 160, !dbg !164
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 176, !dbg !164
  %53 = load <4 x i32>, ptr %51, align 4, !dbg !164, !tbaa !55
  %54 = load <4 x i32>, ptr %52, align 4, !dbg !164, !tbaa !55
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 160, !dbg !169
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 176, !dbg !166
  %57 = load <4 x i32>, ptr %55, align 4, !dbg !166, !tbaa !55
  %58 = load <4 x i32>, ptr %56, align 4, !dbg !166, !tbaa !55
  %59 = add nsw <4 x i32> %57, %53, !dbg !178
  %60 = add nsw <4 x i32> %58, %54, !dbg !178
  store <4 x i32> %59, ptr %55, align 4, !dbg !179, !tbaa !55
  store <4 x i32> %60, ptr %56, align 4, !dbg !179, !tbaa !55
  %61 = getelementptr inbounds nuw i8, ptr %1, i64 192, !dbg !164
  %62 = getelementptr inbounds nuw i8, ptr %1, i64 208, !dbg !164
  %63 = load <4 x i32>, ptr %61, align 4, !dbg !164, !tbaa !55
  %64 = load <4 x i32>, ptr %62, align 4, !dbg !164, !tbaa !55
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 192, !dbg !169
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 208, !dbg !166
  %67 = load <4 x i32>, ptr %65, align 4, !dbg !166, !tbaa !55
  %68 = load <4 x i32>, ptr %66, align 4, !dbg !166, !tbaa !55
  %69 = add nsw <4 x i32> %67, %63, !dbg !180
  %70 = add nsw <4 x i32> %68, %64, !dbg !180
  store <4 x i32> %69, ptr %65, align 4, !dbg !181, !tbaa !55
  store <4 x i32> %70, ptr %66, align 4, !dbg !181, !tbaa !55
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 224, !dbg !164
  %72 = getelementptr inbounds nuw i8, ptr %1, i64 240, !dbg !164
  %73 = load <4 x i32>, ptr %71, align 4, !dbg !164, !tbaa !55
  %74 = load <4 x i32>, ptr %72, align 4, !dbg !164, !tbaa !55
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 224, !dbg !169
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 240, !dbg !166
  %77 = load <4 x i32>, ptr %75, align 4, !dbg !166, !tbaa !55
  %78 = load <4 x i32>, ptr %76, align 4, !dbg !166, !tbaa !55
  %79 = add nsw <4 x i32> %77, %73, !dbg !182
  %80 = add nsw <4 x i32> %78, %74, !dbg !182
  store <4 x i32> %79, ptr %75, align 4, !dbg !183, !tbaa !55
  store <4 x i32> %80, ptr %76, align 4, !dbg !183, !tbaa !55
  ret void, !dbg !184
}

attributes #0 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #6 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind }

!llvm.dbg.cu = !{!9}
!llvm.module.flags = !{!47, !48, !49, !50, !51, !52, !53}
!llvm.ident = !{!54}
!llvm.errno.tbaa = !{!55}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 5, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "m.c", directory: "/src", checksumkind: CSK_MD5, checksum: "8fbb5be1fafccb566458ddd033537743")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 24, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 3)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "names", scope: !9, file: !2, line: 5, type: !46, isLocal: false, isDefinition: true)
!9 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !10, globals: !16, splitDebugInlining: false, nameTableKind: None)
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
!33 = distinct !DISubprogram(name: "jump", scope: !2, file: !2, line: 6, type: !34, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !37, keyInstructions: true)
!34 = !DISubroutineType(types: !35)
!35 = !{!36, !26}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!37 = !{!38, !39, !40}
!38 = !DILocalVariable(name: "x", arg: 1, scope: !33, file: !2, line: 6, type: !26)
!39 = !DILabel(scope: !33, name: "a", file: !2, line: 6, column: 64)
!40 = !DILabel(scope: !33, name: "b", file: !2, line: 6, column: 77)
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
!53 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!54 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!55 = !{!56, !56, i64 0}
!56 = !{!"int", !57, i64 0}
!57 = !{!"omnipotent char", !58, i64 0}
!58 = !{!"Simple C/C++ TBAA"}
!59 = !DISubprogram(name: "other", scope: !2, file: !2, line: 4, type: !24, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!60 = !DILocation(line: 0, scope: !33)
!61 = !DILocation(line: 6, column: 58, scope: !33)
!62 = !{!63, !63, i64 0}
!63 = !{!"any pointer", !57, i64 0}
!64 = !DILocation(line: 6, column: 77, scope: !33)
!65 = !DILocation(line: 6, column: 80, scope: !33, atomGroup: 3, atomRank: 1)
!66 = !DILocation(line: 6, scope: !33, atomGroup: 2, atomRank: 1)
!67 = !DILocation(line: 6, column: 90, scope: !33, atomGroup: 4, atomRank: 1)
!68 = distinct !DISubprogram(name: "walk", scope: !2, file: !2, line: 7, type: !69, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !81, keyInstructions: true)
!69 = !DISubroutineType(types: !70)
!70 = !{!26, !71, !75, !11}
!71 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 2, size: 192, elements: !72)
!72 = !{!73, !74, !76, !77}
!73 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !71, file: !2, line: 2, baseType: !26, size: 32)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !71, file: !2, line: 2, baseType: !75, size: 64, offset: 64)
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !71, file: !2, line: 2, baseType: !12, size: 3, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !71, file: !2, line: 2, baseType: !78, size: 40, offset: 136)
!78 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !79)
!79 = !{!80}
!80 = !DISubrange(count: 5)
!81 = !{!82, !83, !84, !85}
!82 = !DILocalVariable(name: "n", arg: 1, scope: !68, file: !2, line: 7, type: !71)
!83 = !DILocalVariable(name: "list", arg: 2, scope: !68, file: !2, line: 7, type: !75)
!84 = !DILocalVariable(name: "k", arg: 3, scope: !68, file: !2, line: 7, type: !11)
!85 = !DILocalVariable(name: "sum", scope: !68, file: !2, line: 8, type: !26)
!86 = !DILocation(line: 7, column: 22, scope: !68)
!87 = !DILocation(line: 0, scope: !68)
!88 = !DILocation(line: 9, column: 3, scope: !89, atomGroup: 16, atomRank: 1)
!89 = distinct !DILexicalBlock(scope: !68, file: !2, line: 9, column: 3)
!90 = !DILocation(line: 9, column: 3, scope: !89, atomGroup: 17, atomRank: 1)
!91 = !DILocation(line: 9, column: 51, scope: !92, atomGroup: 4, atomRank: 2)
!92 = distinct !DILexicalBlock(scope: !93, file: !2, line: 9, column: 35)
!93 = distinct !DILexicalBlock(scope: !89, file: !2, line: 9, column: 3)
!94 = !{!95, !56, i64 0}
!95 = !{!"node", !56, i64 0, !96, i64 8, !56, i64 16, !57, i64 17}
!96 = !{!"p1 _ZTS4node", !63, i64 0}
!97 = !DILocation(line: 9, column: 37, scope: !92, atomGroup: 4, atomRank: 1)
!98 = !DILocation(line: 9, column: 99, scope: !99, atomGroup: 8, atomRank: 1)
!99 = distinct !DILexicalBlock(scope: !92, file: !2, line: 9, column: 56)
!100 = !DILocation(line: 9, column: 128, scope: !99)
!101 = !DILocation(line: 9, column: 134, scope: !99)
!102 = !DILocation(line: 9, scope: !99, atomGroup: 5, atomRank: 2)
!103 = !DILocation(line: 9, column: 29, scope: !93)
!104 = !DILocation(line: 9, column: 29, scope: !93, atomGroup: 10, atomRank: 2)
!105 = !{!95, !96, i64 8}
!106 = !DILocation(line: 9, column: 3, scope: !89, atomGroup: 2, atomRank: 1)
!107 = !DILocation(line: 9, column: 3, scope: !89, atomGroup: 3, atomRank: 1)
!108 = distinct !{!108, !109, !110, !111}
!109 = !DILocation(line: 9, column: 3, scope: !89)
!110 = !DILocation(line: 9, column: 136, scope: !89)
!111 = !{!"llvm.loop.mustprogress"}
!112 = !DILocation(line: 10, column: 3, scope: !68, atomGroup: 12, atomRank: 2)
!113 = !DILocation(line: 11, column: 7, scope: !114, atomGroup: 13, atomRank: 2)
!114 = distinct !DILexicalBlock(scope: !68, file: !2, line: 11, column: 7)
!115 = !DILocation(line: 11, column: 7, scope: !114, atomGroup: 13, atomRank: 1)
!116 = !DILocation(line: 11, column: 28, scope: !114)
!117 = !DILocation(line: 11, column: 33, scope: !114)
!118 = !{!119, !119, i64 0}
!119 = !{!"double", !57, i64 0}
!120 = !DILocation(line: 11, column: 14, scope: !114)
!121 = !DILocation(line: 12, column: 3, scope: !68, atomGroup: 15, atomRank: 1)
!122 = distinct !DISubprogram(name: "total", scope: !2, file: !2, line: 14, type: !123, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !125, keyInstructions: true)
!123 = !DISubroutineType(types: !124)
!124 = !{!26, !26, null}
!125 = !{!126, !127, !140}
!126 = !DILocalVariable(name: "n", arg: 1, scope: !122, file: !2, line: 14, type: !26)
!127 = !DILocalVariable(name: "ap", scope: !122, file: !2, line: 14, type: !128)
!128 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !129, line: 12, baseType: !130)
!129 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!130 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !2, baseType: !131)
!131 = !DICompositeType(tag: DW_TAG_array_type, baseType: !132, size: 192, elements: !138)
!132 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !133)
!133 = !{!134, !135, !136, !137}
!134 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !132, file: !2, line: 14, baseType: !12, size: 32)
!135 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !132, file: !2, line: 14, baseType: !12, size: 32, offset: 32)
!136 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !132, file: !2, line: 14, baseType: !36, size: 64, offset: 64)
!137 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !132, file: !2, line: 14, baseType: !36, size: 64, offset: 128)
!138 = !{!139}
!139 = !DISubrange(count: 1)
!140 = !DILocalVariable(name: "s", scope: !122, file: !2, line: 14, type: !26)
!141 = distinct !DIAssignID()
!142 = !DILocation(line: 0, scope: !122)
!143 = !DILocation(line: 14, column: 25, scope: !122)
!144 = !DILocation(line: 14, column: 37, scope: !122)
!145 = !DILocation(line: 14, column: 62, scope: !122)
!146 = distinct !DIAssignID()
!147 = distinct !DIAssignID()
!148 = !DILocation(line: 14, column: 62, scope: !122, atomGroup: 1, atomRank: 2)
!149 = !DILocation(line: 14, column: 79, scope: !122)
!150 = !DILocation(line: 14, column: 101, scope: !122)
!151 = !DILocation(line: 14, column: 91, scope: !122, atomGroup: 3, atomRank: 1)
!152 = distinct !DISubprogram(name: "add", scope: !2, file: !2, line: 15, type: !153, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !9, retainedNodes: !157, keyInstructions: true)
!153 = !DISubroutineType(types: !154)
!154 = !{null, !155, !155}
!155 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !156)
!156 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!157 = !{!158, !159, !160}
!158 = !DILocalVariable(name: "a", arg: 1, scope: !152, file: !2, line: 15, type: !155)
!159 = !DILocalVariable(name: "b", arg: 2, scope: !152, file: !2, line: 15, type: !155)
!160 = !DILocalVariable(name: "i", scope: !161, file: !2, line: 15, type: !26)
!161 = distinct !DILexicalBlock(scope: !152, file: !2, line: 15, column: 46)
!162 = !DILocation(line: 0, scope: !152)
!163 = !DILocation(line: 0, scope: !161)
!164 = !DILocation(line: 15, column: 83, scope: !165)
!165 = distinct !DILexicalBlock(scope: !161, file: !2, line: 15, column: 46)
!166 = !DILocation(line: 15, column: 80, scope: !165)
!167 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 4, atomRank: 2)
!168 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 4, atomRank: 1)
!169 = !DILocation(line: 15, column: 75, scope: !165)
!170 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 21, atomRank: 2)
!171 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 21, atomRank: 1)
!172 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 24, atomRank: 2)
!173 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 24, atomRank: 1)
!174 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 27, atomRank: 2)
!175 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 27, atomRank: 1)
!176 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 30, atomRank: 2)
!177 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 30, atomRank: 1)
!178 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 33, atomRank: 2)
!179 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 33, atomRank: 1)
!180 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 36, atomRank: 2)
!181 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 36, atomRank: 1)
!182 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 39, atomRank: 2)
!183 = !DILocation(line: 15, column: 80, scope: !165, atomGroup: 39, atomRank: 1)
!184 = !DILocation(line: 15, column: 89, scope: !152, atomGroup: 7, atomRank: 1)
